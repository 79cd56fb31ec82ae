import type { Solution } from '@cip/contracts/questions/solutions';
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

/** Returns the texts of the solution in a language. */
export function textsOf(solutions: readonly Solution[], language: string): SolutionTexts {
  const files = solutions.find((one) => one.language === language)?.files ?? [];
  return Object.fromEntries(files.map(({ name, code }) => [name, code]));
}

/** Returns solutions with a text of a file; a text that is the starter's is no part of a solution. */
export function withText(
  solutions: readonly Solution[],
  { language, starter }: { language: string; starter: Starter | undefined },
  { name, content }: RunFile,
): Solution[] {
  const texts = { ...textsOf(solutions, language), [name]: content };
  const given = new Map(solutionFiles(language, starter, {}).map((file) => [file.name, file.content]));
  const files = Object.entries(texts).flatMap(([file, code]) => (given.get(file) === code ? [] : { name: file, code }));
  const others = solutions.filter((one) => one.language !== language);
  return files.length > 0 ? [...others, { language, files }] : others;
}

/** Whether a starter has test files, also hidden ones. */
export function hasTestFiles({ language, files = [] }: Starter): boolean {
  return testFilesOf(language, [{ name: '' }, ...files]).length > 0;
}
