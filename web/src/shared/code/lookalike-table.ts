/** A character that looks like another one, or like nothing, and that programs do not accept in its place. */
export interface LookalikeKind {
  /** Its name in the singular, without an article. */
  name: string;
  /** The text that programs need in its place; empty if that is nothing. */
  plain: string;
  /** The words for `plain` in the plural. */
  needs: string;
}

type Row = [characters: string, name: string, plain: string, needs: string];

const SPACES = 'plain spaces';
const NOTHING = 'nothing';
const QUOTES = 'straight quotes';
const MINUS = 'the minus sign of the keyboard';
/** First fullwidth form, and its distance from the character in ASCII. */
const FULLWIDTH = /[\uff01-\uff5e]/;
const FULLWIDTH_DISTANCE = 0xfe_e0;

const ROWS: Row[] = [
  ['\u00a0', 'no-break space', ' ', SPACES],
  ['\u202f', 'narrow no-break space', ' ', SPACES],
  ['\u3000', 'ideographic space', ' ', SPACES],
  ['\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f', 'special space', ' ', SPACES],
  ['\u200b\u200c\u200d\u2060\ufeff', 'zero-width character', '', NOTHING],
  ['\u00ad', 'soft hyphen', '', NOTHING],
  ['\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', 'text direction character', '', NOTHING],
  ['\u2028\u2029', 'line separator', '\n', 'plain line breaks'],
  ['“”„‟', 'curly quote', '"', QUOTES],
  ['‘’‚‛', 'single curly quote', "'", QUOTES],
  ['″', 'double prime', '"', QUOTES],
  ['′', 'prime', "'", QUOTES],
  ['‐‑', 'special hyphen', '-', MINUS],
  ['‒–', 'en dash', '-', MINUS],
  ['—―', 'em dash', '-', MINUS],
  ['−', 'minus sign', '-', MINUS],
  ['…', 'ellipsis character', '...', 'three dots'],
  ['\u037e', 'Greek question mark', ';', 'semicolons'],
];

const KINDS = new Map(
  ROWS.flatMap(([characters, name, plain, needs]) =>
    [...characters].map((character): [string, LookalikeKind] => [character, { name, plain, needs }]),
  ),
);

/** Matches a look-alike character. */
export const LOOKALIKE = new RegExp(`[${[...KINDS.keys()].join('')}\uff01-\uff5e]`, 'u');

/** Returns the look-alike that a character is; undefined for every other character. */
export function lookalikeKind(character: string): LookalikeKind | undefined {
  if (!FULLWIDTH.test(character)) return KINDS.get(character);
  const plain = String.fromCharCode(character.charCodeAt(0) - FULLWIDTH_DISTANCE);
  return { name: 'fullwidth character', plain, needs: 'the characters of the keyboard' };
}
