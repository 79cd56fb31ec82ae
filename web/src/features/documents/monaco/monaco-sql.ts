import { languages } from 'monaco-editor/editor';
import { SQL_BEFORE_BRACKETS, SQL_TYPES } from '../editor/languages/sql-words.ts';

type Monarch = languages.IMonarchLanguage;

// Published without types.
const load = async (definition: Promise<unknown>) => ((await definition) as { language: Monarch }).language;

/** Monaco's SQL dialects; `withKeywords` makes JOIN, AND and NULL keywords, which Monaco calls operators. */
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

/** Replaces Monaco's own SQL dialects; each is loaded on first use. */
export function registerSql(): void {
  for (const [id, dialect] of Object.entries(SQL_DIALECTS))
    languages.registerTokensProviderFactory(id, { create: async () => withKeywords(await dialect()) });
}

/** A name before a bracket is a function, unless it is a keyword or a type. */
const CALL: languages.IMonarchLanguageRule = [
  /[A-Za-z_]\w*(?=\s*\()/,
  { cases: { '@sqlTypes': 'type', '@beforeBrackets': 'keyword', '@default': 'predefined' } },
];

/** Returns the language with its word operators as keywords, and with called names as functions. */
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
