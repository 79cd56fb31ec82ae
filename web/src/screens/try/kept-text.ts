import { TRY_KEY } from '../../shared/device/storage-keys.ts';

/** The text of the page to try the editor, as this device keeps it. */
export interface KeptText {
  language: string;
  code: string;
}

/** The first text of the page in each language that runs here. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['javascript', "console.log('Hello');\n"],
  ['typescript', "console.log('Hello');\n"],
  ['python', "print('Hello')\n"],
  ['sql', "SELECT 'Hello';\n"],
  ['postgresql', "SELECT 'Hello';\n"],
  ['sqlite', "SELECT 'Hello';\n"],
  ['lua', "print('Hello')\n"],
  ['ruby', "puts 'Hello'\n"],
  ['php', "<?php\necho 'Hello';\n"],
  ['c', '#include <stdio.h>\n\nint main(void) {\n  puts("Hello");\n}\n'],
  ['c++', '#include <iostream>\n\nint main() {\n  std::cout << "Hello\\n";\n}\n'],
]);

/** The first text, in JavaScript because that runs without a download. */
export const FIRST_TEXT: KeptText = { language: 'javascript', code: SAMPLES.get('javascript') ?? '' };

/** Returns the sample that replaces a text in another language, or null if someone changed the text. */
export function sampleInPlaceOf({ language, code }: KeptText, next: string): string | null {
  return code === SAMPLES.get(language) ? (SAMPLES.get(next) ?? null) : null;
}

/** Returns the kept text, or the first one. */
export function readKept(): KeptText {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TRY_KEY) ?? 'null');
    return isText(kept) ? kept : FIRST_TEXT;
  } catch {
    return FIRST_TEXT;
  }
}

/** Keeps a text; if the browser refuses storage, it is gone with the page. */
export function keep(text: KeptText): void {
  try {
    localStorage.setItem(TRY_KEY, JSON.stringify(text));
  } catch {
    // Storage is refused or full.
  }
}

/** Removes the kept text from this device. */
export function forgetKept(): void {
  localStorage.removeItem(TRY_KEY);
}

function isText(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null || !('language' in value) || !('code' in value)) return false;
  return typeof value.language === 'string' && typeof value.code === 'string';
}
