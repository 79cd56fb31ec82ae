import { lineText } from '../../../shared/code/lookalike-text.ts';
import { lookalikesIn, MARKED_MAX } from '../../../shared/code/lookalikes.ts';

/** A program and the line of its error, which counts from 1; null if it has none. */
interface FailedProgram {
  text: string;
  language: string;
  line: number | null;
}

/**
 * Returns the look-alike characters that may have caused an error: in words those of its line, or of the first such
 * line if the error has no line, and how many the program has. Null if there are none there.
 */
export function errorLookalikes({ text, language, line }: FailedProgram): { sentence: string; count: number } | null {
  const all = lookalikesIn(text, language, MARKED_MAX);
  const [first] = all;
  if (!first) return null;
  const there = line ?? text.slice(0, first.at).split('\n').length;
  const start = text.split('\n', there - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const end = (text + '\n').indexOf('\n', start);
  const found = all.filter(({ at }) => at >= start && at < end);
  return found.length === 0 ? null : { sentence: lineText(there, found), count: all.length };
}
