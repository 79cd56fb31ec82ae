import type { Starter } from '@cip/contracts/questions/starters';
import { firstFileName } from '@cip/contracts/rooms/files';
import type { RunFile } from '@cip/contracts/runs/runs';
import { testFilesOf } from '@cip/contracts/runs/test-files';

/** Texts of a solution in place of those of its starter, by the names of their files. */
export type SolutionTexts = Readonly<Record<string, string>>;

/**
 * Returns all files of a solution in a language, with hidden ones, the first one first: the files of its starter, with
 * the texts of the solution.
 */
export function solutionFiles(language: string, starter: Starter | undefined, texts: SolutionTexts): RunFile[] {
  const first = { name: firstFileName(language, []), code: starter?.code ?? '' };
  const others = (starter?.files ?? []).filter(({ name }) => name !== '');
  return [first, ...others].map(({ name, code }) => ({ name, content: texts[name] ?? code }));
}

/** Whether a starter has test files, also hidden ones. */
export function hasTestFiles({ language, files = [] }: Starter): boolean {
  return testFilesOf(language, [{ name: '' }, ...files]).length > 0;
}
