import { commentPattern } from '../../../../shared/code/code-patterns.ts';
import { SyntaxProblem } from './syntax-problem.ts';

const OPENS: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** A string in any prefix, or a character; digit separators as in 1'000 are neither. */
const QUOTED = String.raw`"(?:\\[^]|[^"\\\n])*"|(?<!\d)'(?:\\[^]|[^'\\\n])+'`;

/** Returns the first bracket of a program in C or C++ that lacks the other one; null if there is none. */
export function unclosedBracket(text: string, language: string): SyntaxProblem | null {
  const open: { bracket: string; line: number }[] = [];
  for (const { 0: found, index } of text.matchAll(
    new RegExp(`${commentPattern(language)}|${QUOTED}|[()[\\]{}]`, 'g'),
  )) {
    if (found.length > 1) continue;
    const line = text.slice(0, index).split('\n').length;
    const other = OPENS[found];
    if (other === undefined) open.push({ bracket: found, line });
    else if (open.pop()?.bracket !== other) return new SyntaxProblem(line, `nothing opens the ${found}`);
  }
  const [last] = open.slice(-1);
  return last ? new SyntaxProblem(last.line, `the ${last.bracket} is not closed`) : null;
}
