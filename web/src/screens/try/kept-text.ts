import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import type { FileList, RoomFile } from '@cip/contracts/rooms/files';
import { TRY_KEY } from '../../shared/device/storage-keys.ts';
import { readStoredJson, removeStored, writeStored } from '../../shared/device/stored-text.ts';

/** The files of the page to try the editor, as this device keeps them. */
export interface KeptText {
  language: string;
  /** The text of the first file. */
  code: string;
  /** Absent while there is one file. */
  files?: FileList;
  /** The texts of the others, also of deleted ones, by their names in the document. */
  texts?: Readonly<Record<string, string>>;
}

/** The first text of the page in each language that runs here. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['html', '<h1>Hello</h1>\n'],
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

/** Returns the kept files, or the first text. */
export function readKept(): KeptText {
  const kept = readStoredJson(TRY_KEY);
  return isText(kept) ? kept : FIRST_TEXT;
}

/** Keeps the files; if the browser refuses storage, they are gone with the page. */
export function storeKept(kept: KeptText): void {
  writeStored(TRY_KEY, JSON.stringify(kept));
}

/** Removes the kept files from this device. */
export function forgetKept(): void {
  removeStored(TRY_KEY);
}

function isText(value: unknown): value is KeptText {
  if (!isObject(value) || typeof value['language'] !== 'string' || typeof value['code'] !== 'string') return false;
  const { files, texts } = value;
  return files === undefined || (isList(files) && isObject(texts) && Object.entries(texts).every(isNamedText));
}

const isList = (value: unknown): value is FileList =>
  isObject(value) && [value['files'], value['deleted']].every((part) => Array.isArray(part) && part.every(isFile));

const isFile = (value: unknown): value is RoomFile =>
  isObject(value) && isNamedText([String(value['root']), value['name']]);

const isNamedText = ([root, text]: [string, unknown]) => FILE_TEXTS.includes(root) && typeof text === 'string';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
