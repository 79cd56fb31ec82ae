import { LANGUAGES } from '../../features/documents/editor/languages.ts';
import type { Language } from '../../features/documents/editor/languages.ts';
import type { SharedText } from '../../pwa/shared-text.ts';

/** Why something shared cannot become the code of an interview. */
export const REFUSALS: Record<NonNullable<SharedText['refused']>, string> = {
  'too-large': 'This is too long: an interview takes up to 200,000 characters of code.',
  'not-text': 'This file is not text. Share a file of code or plain text.',
  nothing: 'There is no text in what was shared.',
};

/** The language a file's name tells of; plain text for other files, null where there is no file name. */
export function languageOfFile(name: string): Language | null {
  const ending = /[^.\\/]\.([\w+-]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  const isOf = (language: Language) => language.extension === ending;
  return LANGUAGES.find(isOf) ?? LANGUAGES.find(({ id }) => id === 'plaintext') ?? null;
}

/** How much it is, in lines. */
export function linesText(text: string): string {
  const lines = text.split('\n').length;
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`;
}
