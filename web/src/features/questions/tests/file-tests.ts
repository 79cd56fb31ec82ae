import type { HiddenTests } from '@cip/contracts/questions/test-reports';
import type { RunTests } from '@cip/contracts/runs/run-tests';
import type { RunEnd, RunFile } from '@cip/contracts/runs/runs';

/** How the test files of a project went on this device. */
export interface FileTests {
  /** Null if they did not run. */
  tests: RunTests | null;
  /** Why they did not run, or did not end; empty if they did. */
  problem: string;
}

/** Executes test files; resolves to null if they were stopped. */
export type ExecuteFileTests = (signal: AbortSignal) => Promise<FileTests | null>;

/** Returns the files of a program with hidden ones: if two have the same name, the hidden one replaces the other. */
export function withHiddenFiles(
  files: readonly RunFile[],
  hidden: readonly { name: string; code: string }[],
): RunFile[] {
  const left = new Map(hidden.map(({ name, code }) => [name.toLowerCase(), { name, content: code }]));
  const replaced = files.map((file) => {
    const key = file.name.toLowerCase();
    const other = left.get(key);
    left.delete(key);
    return other ?? file;
  });
  return [...replaced, ...left.values()];
}

/** Returns how test files went, from the end of their execution; null if they were stopped. */
export function fileTestsOf(end: RunEnd, names: readonly string[]): FileTests | null {
  switch (end.reason) {
    case 'not_loaded':
      return { tests: null, problem: end.error?.message ?? 'The language could not be loaded.' };
    case 'time_limit':
      return { tests: end.tests ?? allFailed(names), problem: 'They ran too long.' };
    case 'crashed':
      return { tests: end.tests ?? allFailed(names), problem: 'They crashed, probably out of memory.' };
    case 'finished':
    case 'failed':
      return { tests: end.tests ?? allFailed(names), problem: end.error?.message ?? '' };
    case 'stopped':
    case 'no_input':
    case 'lost':
    case 'no_device':
    case 'interview_ended':
      return null;
  }
}

/** The tests of files that gave no results, so that code which breaks them does not look tested. */
function allFailed(names: readonly string[]): RunTests {
  const results = names.map((_, file): RunTests['results'][number] => [file, '', 'failed', 0, null, '']);
  return { passed: 0, failed: names.length, skipped: 0, files: [...names], results };
}

/** Returns how many tests of files passed, of how many that were not skipped. */
export function countOf({ tests }: FileTests): HiddenTests {
  const { passed, failed } = tests ?? { passed: 0, failed: 0 };
  return { passed, total: passed + failed };
}
