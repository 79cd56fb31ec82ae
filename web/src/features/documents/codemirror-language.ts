import { languages } from '@codemirror/language-data';
import type { Extension } from '@codemirror/state';
import type { Language } from './languages.ts';

/** Loads a language's highlighting for CodeMirror; nothing for plain text, or while it cannot be fetched. */
export async function codeMirrorLanguage({ codemirror }: Language): Promise<Extension> {
  const description = languages.find(({ name }) => name === codemirror);
  try {
    return description ? await description.load() : [];
  } catch {
    return [];
  }
}
