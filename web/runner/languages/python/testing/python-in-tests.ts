import { loadPyodide } from 'pyodide';
import HARNESS from '../harness.py?raw';
import POOLS from '../pools.py?raw';
import TESTS from '../tests.py?raw';
import THREADS from '../threads.py?raw';

export type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** Starts Python with the harness, as the worker does. Takes seconds. */
export async function startPython(): Promise<Python> {
  const python = await loadPyodide();
  for (const part of [HARNESS, THREADS, POOLS, TESTS]) python.runPython(part);
  return python;
}

interface PythonProgram {
  source: string;
  /** The packages that could be loaded. */
  offered?: string[];
  /** All files by name, the first with the source. */
  files?: Record<string, string>;
}

interface PythonError {
  name: string;
  message: string;
  line: number | null;
}

/** Runs a program. Resolves to its output, both streams in their order, and its error. */
export async function runInPython(python: Python, { source, offered = [], files }: PythonProgram) {
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
  const call = files ? '_run_program(_source, None, _offered, _files)' : '_run_program(_source, None, _offered)';
  const result = await python.runPythonAsync(`await ${call}`);
  return { out, error: (JSON.parse(result) as { error: PythonError | null }).error };
}
