import type { HiddenFile } from '@cip/contracts/questions/interview-questions';
import type { RunFile } from '@cip/contracts/runs/runs';
import { withHiddenFiles } from '../../../features/questions/tests/file-tests.ts';
import type { Program } from '../../../features/runs/sandbox/sandbox-types.ts';
import { testFilesOf } from '@cip/contracts/runs/test-files';

/**
 * Returns the program that runs the hidden test files of a question beside the room's files; null if it has none in the
 * language. It is executed in private: nothing of it may reach the room but counts.
 */
export function hiddenProgram(
  { language, files, dataSet }: { language: string; files: readonly RunFile[]; dataSet: string | null },
  hidden: readonly HiddenFile[],
): (Program & { tests: string[] }) | null {
  const own = hidden.filter((file) => file.language === language);
  const tests = hiddenTestsOf(language, hidden);
  if (tests.length === 0) return null;
  const all = withHiddenFiles(files, own);
  return { language, code: all[0]?.content ?? '', files: all, tests, stdin: '', dataSet };
}

/** Returns the names of the hidden test files of a question in a language. */
export function hiddenTestsOf(language: string, hidden: readonly HiddenFile[]): string[] {
  const own = hidden.filter((file) => file.language === language);
  // Beside the room's first file, so that there are several.
  return testFilesOf(language, [{ name: '' }, ...own]);
}
