import type { RunEnd } from '@cip/contracts/runs/runs';
import type { loadPyodide } from 'pyodide';
import type { Job, TestReport } from '../messages.ts';
import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { loadPackages } from './python/load-packages.ts';
import HARNESS from './python/harness.py?raw';
import POOLS from './python/pools.py?raw';
import TEST_FILES from './python/test_files.py?raw';
import TESTS from './python/tests.py?raw';
import THREADS from './python/threads.py?raw';

type Load = typeof loadPyodide;
type Python = Awaited<ReturnType<Load>>;
/** If a recursion through Python's own functions, such as `repr` of nested lists, ends the browser's stack. */
const TOO_DEEP = 'This recursion is too deep for this browser.';

/** The functions that a program needs around it, in the order of their needs. */
const PARTS = [HARNESS, THREADS, POOLS, TESTS, TEST_FILES];

type Options = NonNullable<Parameters<Load>[0]>;

servePrograms(async (files, keepSnapshot) => {
  capMemory();
  const stopServing = serveFiles(files);
  const asm = files.blobs['pyodide.asm.mjs'];
  if (asm === undefined) throw new Error('pyodide.asm.mjs is missing');
  const { default: createPyodideModule } = (await import(URL.createObjectURL(asm))) as {
    default: NonNullable<Options['createPyodideModule']>;
  };
  const options: Options = {
    indexURL: FILES_URL,
    packageBaseUrl: FILES_URL,
    lockFileContents: (await files.blobs['pyodide-lock.json']?.text()) ?? '',
    createPyodideModule,
  };
  // Only now, because it detects its kind of worker by importing an address that the policy would report.
  const { loadPyodide: load } = await import('pyodide');
  const python =
    (await fromSnapshot(load, options, files.blobs['snapshot'])) ?? (await fromFiles(load, options, keepSnapshot));
  stopServing();
  return (job, host) => runPython(python, job, host);
});

/**
 * Starts Python from the memory of an earlier worker, which takes a tenth of the time; null if that is not possible.
 */
async function fromSnapshot(load: Load, options: Options, snapshot: Blob | undefined): Promise<Python | null> {
  if (snapshot === undefined) return null;
  try {
    return await load({ ...options, _loadSnapshot: await snapshot.arrayBuffer() });
  } catch {
    return null;
  }
}

/**
 * Starts Python from its files, and keeps a snapshot of its memory. Programs run in a Python that starts from the
 * snapshot, because a Python that makes one cannot fully call the browser.
 */
async function fromFiles(load: Load, options: Options, keepSnapshot: (blob: Blob) => void): Promise<Python> {
  const snapshot = await makeSnapshot(load, options);
  const restored = await fromSnapshot(load, options, snapshot);
  if (snapshot !== undefined && restored !== null) {
    keepSnapshot(snapshot);
    return restored;
  }
  const python = await load(options);
  for (const part of PARTS) python.runPython(part);
  return python;
}

/** Resolves to the memory of a started Python, or undefined, because the function is experimental. */
async function makeSnapshot(load: Load, options: Options): Promise<Blob | undefined> {
  try {
    const python = await load({ ...options, _makeSnapshot: true });
    for (const part of PARTS) python.runPython(part);
    return new Blob([python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>]);
  } catch {
    return undefined;
  }
}

async function runPython(
  python: Python,
  { code, files = [], tests, packages }: Job,
  { isJudged, input, output, ask, end, test }: Host,
): Promise<void> {
  /** What Python prints while it dies: where it was. */
  let dying: string | undefined;
  const writer = (stream: 'out' | 'err') => {
    const decoder = new TextDecoder();
    return {
      write(bytes: Uint8Array) {
        const text = decoder.decode(bytes, { stream: true });
        if (dying === undefined) output.write(stream, text);
        else dying += text;
        return bytes.length;
      },
    };
  };
  const { _api: api } = python as unknown as { _api: { fatal_error(error: unknown): void } };
  const { fatal_error: die } = api;
  api.fatal_error = (error) => {
    dying ??= '';
    try {
      die(error);
    } finally {
      end(deathOf(error, dying, files[0]?.name ?? 'main.py'));
    }
  };
  await loadPackages(python, packages);
  python.setStdout(writer('out'));
  python.setStderr(writer('err'));
  python.setStdin({ read: (buffer: Uint8Array) => input.readBytes(buffer) });
  python.globals.set('_source', code);
  python.globals.set('_ask', ask);
  python.globals.set('_offered', python.toPy(packages?.offered ?? []));
  python.globals.set('_files', python.toPy(files.map(({ name, content }) => [name, content])));
  python.globals.set('_tests', tests && python.toPy(tests));
  python.globals.set('_is_judged', isJudged);
  python.globals.set('_report', (text: string) => test(JSON.parse(text) as TestReport));
  try {
    const call = 'await _run_program(_source, _ask, _offered, _files, _tests, _report, _is_judged)';
    const result = JSON.parse(await python.runPythonAsync(call)) as {
      exitCode: number;
      error: RunEnd['error'];
    };
    end(result);
  } catch (error) {
    // Python itself has ended, for example because its memory or stack is exhausted.
    const message = error instanceof Error ? error.message : String(error);
    output.write('err', `${message}\n`);
    end({ exitCode: 1, isCrash: true, error: { name: 'Error', message, line: null, column: null } });
  }
}

/**
 * Returns the end of a program that Python itself did not survive; `stack` has its lines, the latest first, and `entry`
 * is the file that was started.
 */
function deathOf(error: unknown, stack: string, entry: string): Parameters<Host['end']>[0] {
  const [, file, at] = /File "((?!\/lib\/)[^"<]+)", line (\d+)/.exec(stack) ?? [];
  const line = file === entry ? Number(at) : null;
  const message = error instanceof Error ? error.message : String(error);
  // The words of V8 and JavaScriptCore, and of SpiderMonkey.
  return /call stack|recursion/i.test(message)
    ? { exitCode: 1, error: { name: 'RecursionError', message: TOO_DEEP, line, column: null } }
    : { exitCode: 1, isCrash: true, error: { name: 'Error', message, line, column: null } };
}
