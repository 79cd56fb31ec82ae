import { lineText } from '../../../shared/code/lookalike-text.ts';
import { lookalikesIn } from '../../../shared/code/lookalikes.ts';

/** A program and the line of its error, which counts from 1; null if it has none. */
interface FailedProgram {
  text: string;
  language: string;
  line: number | null;
}

/**
 * Returns the look-alike characters that may have caused an error: in words those of its line, or of the first such line
 * if the error has no line, and how many the program has. Null if there are none there.
 */
export function errorLookalikes({ text, language, line }: FailedProgram): { sentence: string; count: number } | null {
  const all = lookalikesIn(text, language).map((each) => ({
    ...each,
    line: text.slice(0, each.at).split('\n').length,
  }));
  const there = line ?? all[0]?.line;
  const found = all.filter((each) => each.line === there);
  return there === undefined || found.length === 0 ? null : { sentence: lineText(there, found), count: all.length };
}
