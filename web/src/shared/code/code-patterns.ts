const IN_BLOCK = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
const COMMENTS = {
  slashes: String.raw`\/\/[^\n]*|${IN_BLOCK}`,
  hash: String.raw`#[^\n]*`,
  dashes: String.raw`--[^\n]*|${IN_BLOCK}`,
  semicolon: String.raw`;[^\n]*`,
};
const HASH = 'python ruby perl r julia coffeescript shell bash powershell elixir yaml toml'.split(' ');
/** The dialects of SQL. */
export const SQL = 'sql postgresql mysql mariadb mssql sqlite plsql redshift cql'.split(' ');
const DASHES = [...SQL, 'lua', 'haskell', 'ada'];
const SEMICOLON = 'clojure clojurescript scheme common-lisp'.split(' ');

/** Matches a string of most languages; one that is not closed ends with its line or the text. */
export const STRINGS = [
  String.raw`"""[\s\S]*?(?:"""|$)`,
  String.raw`'''[\s\S]*?(?:'''|$)`,
  String.raw`"(?:\\.|[^"\\\n])*"?`,
  String.raw`'(?:\\.|[^'\\\n])*'?`,
  '`(?:\\\\[\\s\\S]|[^`\\\\])*`?',
].join('|');

/** Returns the pattern of a comment in a language. */
export function commentPattern(language: string): string {
  if (HASH.includes(language)) return COMMENTS.hash;
  if (DASHES.includes(language)) return COMMENTS.dashes;
  return SEMICOLON.includes(language) ? COMMENTS.semicolon : COMMENTS.slashes;
}
