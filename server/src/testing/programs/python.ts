import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import type { ProgramFiles } from './typescript.ts';

/** The product's harness for Python programs. */
const HARNESS = ['harness', 'threads', 'pools', 'tests'].map(
  (part) => new URL(`../../../../web/runner/languages/python/${part}.py`, import.meta.url),
);
/** Input and files of the program before must not be left; in browsers each program has a Python of its own. */
const FORGET = `
import sys, os, shutil
sys.stdin = open(0, closefd=False)
os.chdir('/')
while '/room' in sys.path: sys.path.remove('/room')
for name, module in [*sys.modules.items()]:
    if str(getattr(module, '__file__', None)).startswith('/room/'): del sys.modules[name]
sys.path_importer_cache.clear()
shutil.rmtree('/room', ignore_errors=True)
`;

/** Starts Python, and returns a function that runs a program, perhaps of several files, and returns its output. */
export async function startPython(): Promise<
  (code: string, stdin: string, data?: string, files?: ProgramFiles) => Promise<string>
> {
  const python = await loadPyodide();
  for (const part of HARNESS) python.runPython(readFileSync(part, 'utf8'));
  return async (code, stdin, _data, files = new Map()) => {
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
    python.runPython(FORGET);
    python.globals.set('_source', code);
    python.globals.set('_files', python.toPy([...files]));
    await python.runPythonAsync('await _run_program(_source, None, (), _files)');
    return Buffer.concat(printed).toString();
  };
}
