import { languages } from '@codemirror/language-data';
import type { Extension } from '@codemirror/state';
import { sqlFunctions } from './codemirror-sql.ts';
import { enterIndent } from '../editor/enter-indent.ts';
import type { Language } from '../editor/languages/languages.ts';

/** Monaco language ids of the SQL dialects. */
const SQL = new Set(['sql', 'pgsql', 'mysql', 'redshift']);

/** Loads a language's highlighting for CodeMirror; resolves with no extension for plain text or if loading fails. */
export async function codeMirrorLanguage(language: Language): Promise<Extension> {
  const description = languages.find(({ name }) => name === language.codemirror);
  try {
    const support = (await description?.load()) ?? [];
    return [support, enterIndent(language), SQL.has(language.monaco) ? sqlFunctions : []];
  } catch {
    return [];
  }
}
