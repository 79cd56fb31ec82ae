import { languages } from 'monaco-editor/editor';
import { SQL_BEFORE_BRACKETS, SQL_TYPES } from '../editor/sql-words.ts';

type Monarch = languages.IMonarchLanguage;

// Published without types.
const load = async (definition: Promise<unknown>) => ((await definition) as { language: Monarch }).language;

/** Monaco's dialects of SQL, with JOIN, AND and NULL as the keywords they are; Monaco counts them as operators. */
export const SQL_DIALECTS = {
  // @ts-expect-error -- has no types
  sql: () => load(import('monaco-editor/languages/definitions/sql/sql')),
  // @ts-expect-error -- has no types
  pgsql: () => load(import('monaco-editor/languages/definitions/pgsql/pgsql')),
  // @ts-expect-error -- has no types
  mysql: () => load(import('monaco-editor/languages/definitions/mysql/mysql')),
  // @ts-expect-error -- has no types
  redshift: () => load(import('monaco-editor/languages/definitions/redshift/redshift')),
};

/** Gives Monaco these dialects in place of its own; each is loaded when it is first shown. */
export function registerSql(): void {
  for (const [id, dialect] of Object.entries(SQL_DIALECTS))
    languages.registerTokensProviderFactory(id, { create: async () => withKeywords(await dialect()) });
}

/** A name before a bracket is a function, unless it is a word of the language. */
const CALL: languages.IMonarchLanguageRule = [
  /[A-Za-z_]\w*(?=\s*\()/,
  { cases: { '@sqlTypes': 'type', '@beforeBrackets': 'keyword', '@default': 'predefined' } },
];

/** The same language, with operators that are words shown as keywords, and with functions shown where they are called. */
export function withKeywords(language: Monarch): Monarch {
  const root = (language.tokenizer['root'] ?? []).flatMap((rule): languages.IMonarchLanguageRule[] => {
    const cases = Array.isArray(rule) ? (rule[1] as { cases?: Record<string, string> }).cases : undefined;
    if (!Array.isArray(rule) || !cases || !('@operators' in cases)) return [rule];
    const { '@builtinFunctions': _functions, ...others } = cases;
    return [CALL, [rule[0], { cases: { '@sqlTypes': 'type', ...others, '@operators': 'keyword' } }]];
  });
  const tokenizer = { ...language.tokenizer, root };
  return { ...language, sqlTypes: SQL_TYPES, beforeBrackets: SQL_BEFORE_BRACKETS, tokenizer };
}
