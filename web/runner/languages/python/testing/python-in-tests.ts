import { loadPyodide } from 'pyodide';
import HARNESS from '../harness.py?raw';
import POOLS from '../pools.py?raw';
import TEST_FILES from '../test_files.py?raw';
import TESTS from '../tests.py?raw';
import THREADS from '../threads.py?raw';

import type { TestReport } from '../../../messages.ts';

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** Starts Python with the harness, as the worker does. Takes seconds. */
export async function startPython(): Promise<Python> {
  const python = await loadPyodide();
  for (const part of [HARNESS, THREADS, POOLS, TESTS, TEST_FILES]) python.runPython(part);
  return python;
}

interface PythonProgram {
  source: string;
  /** The packages that could be loaded. */
  offered?: string[];
  /** All files by name, the first with the source. */
  files?: Record<string, string>;
  /** The names of the test files that run in place of the program. */
  tests?: string[];
  isJudged?: boolean;
}

interface PythonError {
  name: string;
  message: string;
  line: number | null;
}

/** Runs a program. Resolves to its output, both streams in their order, and its error. */
export async function runInPython(python: Python, program: PythonProgram) {
  const { out, error } = await executeInPython(python, program);
  return { out, error };
}

/** Runs a program, or its test files. Resolves also to the exit code and the reports of tests. */
export async function executeInPython(
  python: Python,
  { source, offered = [], files, tests, isJudged = false }: PythonProgram,
) {
  const decoder = new TextDecoder();
  let out = '';
  const write = (bytes: Uint8Array) => {
    out += decoder.decode(bytes);
    return bytes.length;
  };
  python.setStdout({ write });
  python.setStderr({ write });
  python.globals.set('_source', source);
  python.globals.set('_offered', python.toPy(offered));
  python.globals.set('_files', files && python.toPy(Object.entries(files)));
  const reports: TestReport[] = [];
  python.globals.set('_tests', tests && python.toPy(tests));
  python.globals.set('_is_judged', isJudged);
  python.globals.set('_report', (text: string) => reports.push(JSON.parse(text) as TestReport));
  const call = files
    ? '_run_program(_source, None, _offered, _files, _tests, _report, _is_judged)'
    : '_run_program(_source, None, _offered, is_judged=_is_judged)';
  const result = await python.runPythonAsync(`await ${call}`);
  const { error, exitCode } = JSON.parse(result) as { error: PythonError | null; exitCode: number };
  return { out, error, exitCode, reports };
}
