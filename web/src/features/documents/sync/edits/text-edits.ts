/** A replaced part of a text: from an index, a number of characters, by another text. */
export interface TextEdit {
  at: number;
  removed: number;
  inserted: string;
}

interface Token {
  text: string;
  at: number;
}

/** Words, single signs, and white space between them. */
const TOKENS = /\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu;
const SURROGATE = /[\ud800-\udfff]/;
/**
 * Most edits; a text that differs at more places changes as a whole. The server refuses an edit that divides a pasted
 * text at 8,000 places, because each division moves all that follows (integration-budget.ts).
 */
const EDITS_MAX = 4_000;
/** How far the two texts are searched for the place where they agree again (tokens). */
const SEARCHED = 200;

/**
 * Returns the small edits, in order, that turn a text into its formatted one. Formatting leaves most words, so both are
 * read word by word; cursors beside words that stay keep their places.
 */
export function editsBetween(before: string, after: string): TextEdit[] {
  const [olds, news] = [tokensOf(before), tokensOf(after)];
  const edits: TextEdit[] = [];
  let [old, fresh] = [0, 0];
  const startOf = (tokens: Token[], index: number, text: string) => tokens[index]?.at ?? text.length;
  while (old < olds.length || fresh < news.length) {
    if (olds[old]?.text === news[fresh]?.text) {
      old++;
      fresh++;
      continue;
    }
    const [skippedOld, skippedNew] = nextMatch(olds, old, news, fresh);
    const [at, from] = [startOf(olds, old, before), startOf(news, fresh, after)];
    old += skippedOld;
    fresh += skippedNew;
    const removed = before.slice(at, startOf(olds, old, before));
    edits.push(trimmed(at, removed, after.slice(from, startOf(news, fresh, after))));
  }
  return edits.length > EDITS_MAX ? [trimmed(0, before, after)] : edits;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(({ 0: token, index }) => ({ text: token, at: index }));
}

/** Returns how many tokens of each text come before the nearest two that agree; all of them if there are none near. */
function nextMatch(olds: Token[], old: number, news: Token[], fresh: number): [number, number] {
  for (let distance = 1; distance <= SEARCHED; distance++)
    for (let skipped = 0; skipped <= distance; skipped++) {
      const token = olds[old + skipped]?.text;
      if (token !== undefined && token.trim() !== '' && token === news[fresh + distance - skipped]?.text)
        return [skipped, distance - skipped];
    }
  return [olds.length - old, news.length - fresh];
}

/** Returns an edit without the characters that both texts begin and end with. */
function trimmed(at: number, removed: string, inserted: string): TextEdit {
  // Half of a character is no edit.
  const shorter = SURROGATE.test(removed + inserted) ? 0 : Math.min(removed.length, inserted.length);
  let start = 0;
  while (start < shorter && removed[start] === inserted[start]) start++;
  let end = 0;
  while (end < shorter - start && removed.at(-1 - end) === inserted.at(-1 - end)) end++;
  return {
    at: at + start,
    removed: removed.length - start - end,
    inserted: inserted.slice(start, inserted.length - end),
  };
}
