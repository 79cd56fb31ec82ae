import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

/** The product's harness for Python programs. */
const HARNESS = ['harness', 'threads', 'pools', 'tests'].map(
  (part) => new URL(`../../../../web/runner/languages/python/${part}.py`, import.meta.url),
);
/** Input of the program before must not be left. */
const NEW_INPUT = 'import sys; sys.stdin = open(0, closefd=False)';

/** Starts Python, and returns a function that runs a program and returns its output. */
export async function startPython(): Promise<(code: string, stdin: string) => Promise<string>> {
  const python = await loadPyodide();
  for (const part of HARNESS) python.runPython(readFileSync(part, 'utf8'));
  return async (code, stdin) => {
    const printed: Uint8Array[] = [];
    let input = Buffer.from(stdin);
    const write = (bytes: Uint8Array) => printed.push(bytes.slice()) && bytes.length;
    python.setStdout({ write });
    python.setStderr({ write });
    python.setStdin({
      read(buffer: Uint8Array) {
        const length = input.copy(buffer);
        input = input.subarray(length);
        return length;
      },
    });
    python.runPython(NEW_INPUT);
    python.globals.set('_source', code);
    await python.runPythonAsync('await _run_program(_source, None)');
    return Buffer.concat(printed).toString();
  };
}
