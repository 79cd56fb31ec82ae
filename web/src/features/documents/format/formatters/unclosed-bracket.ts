import { commentPattern } from '../../../../shared/code/code-patterns.ts';
import { SyntaxProblem } from './syntax-problem.ts';

const OPENS: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** A string in any prefix, or a character; digit separators as in 1'000 are neither. */
const QUOTED = String.raw`"(?:\\[^]|[^"\\\n])*"|(?<!\d)'(?:\\[^]|[^'\\\n])+'`;

/** Returns the first bracket of a program in C or C++ that lacks the other one; null if there is none. */
export function unclosedBracket(text: string, language: string): SyntaxProblem | null {
  const open: { bracket: string; at: number }[] = [];
  const problem = (at: number, message: string) => new SyntaxProblem(text.slice(0, at).split('\n').length, message);
  for (const { 0: found, index: at } of text.matchAll(
    new RegExp(`${commentPattern(language)}|${QUOTED}|[()[\\]{}]`, 'g'),
  )) {
    if (found.length > 1) continue;
    const other = OPENS[found];
    if (other === undefined) open.push({ bracket: found, at });
    else if (open.pop()?.bracket !== other) return problem(at, `nothing opens the ${found}`);
  }
  const [last] = open.slice(-1);
  return last ? problem(last.at, `the ${last.bracket} is not closed`) : null;
}
