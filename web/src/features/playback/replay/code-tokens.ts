import { commentPattern, SQL, STRINGS } from '../../../shared/code/code-patterns.ts';
import { lookalikesIn, MARKED_MAX } from '../../../shared/code/lookalikes.ts';
import { lookalikeText } from '../../../shared/code/lookalike-text.ts';

/** A part of a code, and how it is colored; null for the color of text. */
export interface CodeToken {
  text: string;
  kind: 'comment' | 'string' | 'number' | 'keyword' | 'lookalike' | null;
  /** The name of a look-alike character. */
  title?: string;
}

/** Longest text that is shown with colors, because each edit colors the whole text. */
const COLORED_MAX_CHARS = 30_000;

const NUMBER = String.raw`\b\d[\w.]*`;
const WORD = String.raw`[A-Za-z_$][\w$]*`;

const CODE_WORDS = `abstract and as assert async await bool boolean break case catch char class const constructor
  continue def default defer del delete do double elif else enum except export extends extern false False final finally
  float fn for foreach from fun func function global go goto if impl implements import in include inline int interface
  internal is lambda let long loop mod mut namespace new nil None not null NULL operator or override pass private
  protected pub public raise require return self short static struct super switch this throw throws trait true True try
  type typeof undefined union unsigned use using var virtual void when where while with yield`;
/** Words of languages whose blocks end with a word. */
const BLOCK_WORDS = 'begin elsif end ensure local module repeat rescue then unless until';
const BLOCKS = 'ruby lua julia elixir ada vb pascal crystal'.split(' ');
const SQL_WORDS = `add all alter and as asc between by case check column constraint create cross cte database default
  delete desc distinct drop else end except exists false first foreign from full group having if in index inner insert
  intersect into is join key last left like limit not null offset on or order outer over partition primary recursive
  references right select set some sum table then true union unique update using values view when where window with`;
const wordsOf = (list: string) => new Set(list.split(/\s+/));
const KEYWORDS = {
  code: wordsOf(CODE_WORDS),
  blocks: wordsOf(`${CODE_WORDS} ${BLOCK_WORDS}`),
  sql: wordsOf(SQL_WORDS),
};

/** Returns the parts of a code in order; joined, they are the code. Their kinds are a guess by simple rules. */
export function codeTokens(code: string, language: string): CodeToken[] {
  return withLookalikes(coloredTokens(code, language), code, language);
}

/** Cuts look-alike characters out of the tokens, as tokens of their own. */
function withLookalikes(tokens: CodeToken[], code: string, language: string): CodeToken[] {
  const found = lookalikesIn(code, language, MARKED_MAX);
  if (found.length === 0) return tokens;
  let [at, next] = [0, 0];
  return tokens.flatMap((token) => {
    const end = at + token.text.length;
    const parts: CodeToken[] = [];
    for (let mark = found[next]; mark && mark.at < end; mark = found[++next]) {
      parts.push({ ...token, text: code.slice(at, mark.at) });
      parts.push({ text: mark.character, kind: 'lookalike', title: lookalikeText(mark) });
      at = mark.at + 1;
    }
    parts.push({ ...token, text: code.slice(at, end) });
    at = end;
    return parts.filter(({ text }) => text !== '');
  });
}

function coloredTokens(code: string, language: string): CodeToken[] {
  if (code.length > COLORED_MAX_CHARS) return [{ text: code, kind: null }];
  const pattern = new RegExp(`(${commentPattern(language)})|(${STRINGS})|(${NUMBER})|${WORD}`, 'g');
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = kindOf(match, language);
    if (kind === null) continue;
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), kind: null });
    tokens.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  return end < code.length ? [...tokens, { text: code.slice(end), kind: null }] : tokens;
}

function kindOf([text, comment, string, number]: RegExpExecArray, language: string): CodeToken['kind'] {
  if (comment !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  if (number !== undefined) return 'number';
  return isKeyword(text, language) ? 'keyword' : null;
}

function isKeyword(word: string, language: string): boolean {
  if (SQL.includes(language)) return KEYWORDS.sql.has(word.toLowerCase());
  return KEYWORDS[BLOCKS.includes(language) ? 'blocks' : 'code'].has(word);
}

/** Returns the tokens of the characters from `from` to `to`. */
export function tokensBetween(tokens: readonly CodeToken[], from: number, to: number): CodeToken[] {
  let at = 0;
  return tokens.flatMap(({ text, ...token }) => {
    const start = at;
    at += text.length;
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return part === '' ? [] : [{ ...token, text: part }];
  });
}
