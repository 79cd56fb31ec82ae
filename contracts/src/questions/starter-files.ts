import { firstFileName, nameProblem } from '../rooms/files.ts';
import type { Solution } from './solutions.ts';
import { STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX, STARTERS_CHARS_MAX } from './starter-limits.ts';
import type { Starter } from './starters.ts';

/** Returns why a question cannot have these files of its starters, as a sentence; null if it can. */
export function starterFilesProblem(starters: readonly Starter[]): string | null {
  for (const starter of starters) {
    const problem = filesProblem(starter);
    if (problem !== null) return problem;
  }
  const length = starters.reduce((sum, starter) => sum + lengthOf(starter), 0);
  return length > STARTERS_CHARS_MAX && starters.some(({ files }) => files !== undefined)
    ? `The starters of a question have at most ${STARTERS_CHARS_MAX.toLocaleString('en-US')} characters together.`
    : null;
}

/** Returns why a question cannot have these solutions, as a sentence; null if it can. */
export function solutionsProblem(solutions: readonly Solution[]): string | null {
  const languages = solutions.map(({ language }) => language);
  if (new Set(languages).size < languages.length) return 'Each language has one solution.';
  const length = solutions.flatMap(({ files }) => files).reduce((sum, { code }) => sum + code.length, 0);
  return length > STARTERS_CHARS_MAX
    ? `The solutions of a question have at most ${STARTERS_CHARS_MAX.toLocaleString('en-US')} characters together.`
    : null;
}

function filesProblem(starter: Starter): string | null {
  const { files = [], language } = starter;
  if (files.length > STARTER_FILES_MAX) return `A starter has at most ${STARTER_FILES_MAX} files beside its first one.`;
  for (const [index, { name }] of files.entries()) {
    const others = [firstFileName(language, []), ...files.slice(0, index).map((file) => file.name)];
    const problem = nameProblem(name, others);
    if (problem !== null) return name === '' ? problem : `${name}: ${problem}`;
  }
  return files.length > 0 && lengthOf(starter) > STARTER_FILES_CHARS_MAX
    ? `The files of a starter have at most ${STARTER_FILES_CHARS_MAX.toLocaleString('en-US')} characters together.`
    : null;
}

/** Returns the length of all files of a starter, in UTF-16 units. */
function lengthOf({ code, files = [] }: Starter): number {
  return files.reduce((sum, file) => sum + file.code.length, code.length);
}
