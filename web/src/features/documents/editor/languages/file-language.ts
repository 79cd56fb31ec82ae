import { LANGUAGES, languageOf } from './languages.ts';
import type { Language } from './languages.ts';

/** Language ids of extensions besides the extensions of the languages themselves. */
const FURTHER: ReadonlyMap<string, string> = new Map([
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['pyi', 'python'],
  ['cc', 'c++'],
  ['cxx', 'c++'],
  ['hpp', 'c++'],
  ['hh', 'c++'],
  ['h', 'c'],
  ['htm', 'html'],
  ['svg', 'xml'],
  ['yml', 'yaml'],
  ['bash', 'shell'],
  ['conf', 'ini'],
  ['jsonl', 'json'],
]);
/** Languages whose headers end in `.h` like those of C. */
const WITH_HEADERS = new Set(['c++', 'objective-c', 'objective-c++']);

/**
 * Returns the language of a file by its extension: the room's, if that gives its files this extension, as it does the
 * first file while nobody has named it. A file with an unknown extension is plain text.
 */
export function fileLanguage(name: string, roomLanguage: string): Language {
  const room = languageOf(roomLanguage);
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const extension = base.slice(base.lastIndexOf('.') + 1);
  const isOfRoom = room.extension === extension || (extension === 'h' && WITH_HEADERS.has(roomLanguage));
  if (isOfRoom) return room;
  const own = LANGUAGES.find((language) => language.extension === extension);
  return own ?? languageOf(FURTHER.get(extension) ?? 'plaintext');
}
