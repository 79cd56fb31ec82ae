import { languages } from 'monaco-editor/editor';

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

/** The same language, with its operators that are words shown as keywords. */
export function withKeywords(language: Monarch): Monarch {
  const root = (language.tokenizer['root'] ?? []).map((rule) => {
    const cases = Array.isArray(rule) ? (rule[1] as { cases?: Record<string, string> }).cases : undefined;
    return Array.isArray(rule) && cases && '@operators' in cases
      ? ([rule[0], { cases: { ...cases, '@operators': 'keyword' } }] satisfies languages.IMonarchLanguageRule)
      : rule;
  });
  return { ...language, tokenizer: { ...language.tokenizer, root } };
}
