import { LANGUAGES } from '../../features/documents/editor/languages/languages.ts';
import type { Language } from '../../features/documents/editor/languages/languages.ts';
import type { SharedText } from '../../pwa/shared-text.ts';

/** Messages for shares that cannot become the code of an interview. */
export const REFUSALS: Record<NonNullable<SharedText['refused']>, string> = {
  'too-large': 'This is too long: an interview takes up to 200,000 characters of code.',
  'not-text': 'This file is not text. Share a file of code or plain text.',
  nothing: 'The shared file is empty.',
};

/** Returns the language of a file's extension: plain text for unknown ones, null without a file name. */
export function languageOfFile(name: string): Language | null {
  const ending = /[^.\\/]\.([\w+-]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  const isOf = (language: Language) => language.extension === ending;
  return LANGUAGES.find(isOf) ?? LANGUAGES.find(({ id }) => id === 'plaintext') ?? null;
}

/** Returns the number of lines as text. */
export function linesText(text: string): string {
  const lines = text.split('\n').length;
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`;
}
