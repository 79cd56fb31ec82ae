/** The text of a new document in the language of a new document (spec section 9); the server seeds it once. */
export const DEFAULT_CODE = '-- Start coding here...';

const WORDS = DEFAULT_CODE.slice(2);

type Signs = readonly [open: string, close: string];

/** The signs around a comment, by language; the others have two slashes. */
const SIGNS = new Map<string, Signs>([
  ...signsOf(['--', ''], 'sql postgresql mysql mariadb mssql sqlite plsql redshift cql lua'),
  ...signsOf(['#', ''], 'python ruby perl r julia shell powershell coffeescript tcl sparql'),
  ...signsOf(['#', ''], 'dockerfile yaml toml assembly'),
  ...signsOf([';;', ''], 'clojure clojurescript scheme common-lisp'),
  ...signsOf([';', ''], 'ini'),
  ...signsOf(["'", ''], 'vb'),
  ...signsOf(['(*', ' *)'], 'ocaml'),
  ...signsOf(['<!--', ' -->'], 'html xml vue angular markdown liquid'),
  ...signsOf(['{#', ' #}'], 'jinja'),
  ...signsOf(['/*', ' */'], 'css'),
]);
const SLASHES: Signs = ['//', ''];

const TEXTS = new Set([...SIGNS.values(), SLASHES].map(textWith));

/** Returns a line that is a comment in a language. */
export function commentLine(language: string, words: string): string {
  const [open, close] = SIGNS.get(language) ?? SLASHES;
  return `${open} ${words}${close}`;
}

/** Returns the text of a new document in a language. */
export function startingText(language: string): string {
  return textWith(SIGNS.get(language) ?? SLASHES);
}

/** Whether a text is that of a new document, in whichever language. */
export function isStartingText(text: string): boolean {
  return TEXTS.has(text);
}

function textWith([open, close]: Signs): string {
  return `${open}${WORDS}${close}`;
}

function signsOf(signs: Signs, languages: string): [language: string, signs: Signs][] {
  return languages.split(' ').map((language) => [language, signs]);
}
