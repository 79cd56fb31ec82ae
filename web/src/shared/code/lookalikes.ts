import { commentPattern, STRINGS } from './code-patterns.ts';
import { LOOKALIKE, lookalikeKind } from './lookalike-table.ts';
import type { LookalikeKind } from './lookalike-table.ts';

/** A look-alike character in a text. */
export interface Lookalike extends LookalikeKind {
  character: string;
  /** Its index in the text. */
  at: number;
}

/** Languages whose text is mostly prose, where curly quotes and dashes are right. */
const PROSE = new Set(['plaintext', 'markdown', 'pug']);
/** Languages of tags; the text between two tags is prose. */
const MARKUP = new Set(['html', 'vue', 'angular', 'jinja', 'liquid', 'xml']);
const BETWEEN_TAGS = String.raw`<!--[\s\S]*?(?:-->|$)|(?<=>)[^<]+`;

/** Text in curly quotes is a string; only its quotes are wrong. None begins inside another, so each is read once. */
const CURLY_STRINGS = ['[“„‟][^“”„‟\n]*[“”]', '[‘‚‛][^‘’‚‛\n]*’'];
/** An apostrophe between letters belongs to a word. A joiner behind a letter of its own script does too. */
const OF_WORDS = String.raw`(?<=\p{L})’(?=\p{L})|(?<=[^\0-\x7f])[\u200c\u200d]`;

/** Whether a text has a look-alike character anywhere; fast, for most have none. */
export function hasLookalike(text: string): boolean {
  return LOOKALIKE.test(text);
}

/** Most look-alikes that editors and the player mark, because anyone may paste a hundred thousand. */
export const MARKED_MAX = 1_000;

/** Returns the first look-alike characters of a program outside of its comments and strings, in order. */
export function lookalikesIn(text: string, language: string, max = Infinity): Lookalike[] {
  if (PROSE.has(language) || !hasLookalike(text)) return [];
  const comment = MARKUP.has(language) ? BETWEEN_TAGS : commentPattern(language);
  const skipped = `(?:${comment})|${STRINGS}|${OF_WORDS}`;
  const pattern = new RegExp(`(?<skipped>${skipped})|${CURLY_STRINGS.join('|')}|${LOOKALIKE.source}`, 'gu');
  const all: Lookalike[] = [];
  for (const { 0: found, index, groups } of text.matchAll(pattern)) {
    if (all.length >= max) break;
    if (groups?.['skipped'] !== undefined) continue;
    const places = found.length > 1 ? [index, index + found.length - 1] : [index];
    all.push(...places.flatMap((at) => lookalikeAt(text, at)));
  }
  return all;
}

function lookalikeAt(text: string, at: number): Lookalike[] {
  const character = text.charAt(at);
  const kind = lookalikeKind(character);
  return kind ? [{ ...kind, character, at }] : [];
}
