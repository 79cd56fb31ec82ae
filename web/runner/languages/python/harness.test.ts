import { loadPyodide } from 'pyodide';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import HARNESS from './harness.py?raw';
import POOLS from './pools.py?raw';
import TESTS from './tests.py?raw';
import THREADS from './threads.py?raw';

/** A start of Python on a busy machine (ms). */
const START_MS = 60_000;

type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** A program that awaits, as people write it. */
const MAIN = `import asyncio
async def main(name='main'):
    await asyncio.sleep(0)
    print(name)
    return 42
`;

let python: Python;
/** Runs a program. Resolves to its output and its error. */
async function run(source: string) {
  let out = '';
  let err = '';
  python.setStdout({ batched: (line) => void (out += `${line}\n`) });
  python.setStderr({ batched: (line) => void (err += `${line}\n`) });
  python.globals.set('_source', source);
  const result = JSON.parse(await python.runPythonAsync('await _run_program(_source, None)')) as {
    error: { name: string; message: string; line: number | null } | null;
  };
  return { out, err, error: result.error };
}

// Python takes seconds to start.
describe('a browser that cannot pause a program', { tags: ['long'] }, () => {
  beforeAll(async () => {
    // As in WebKit, which cannot pause a program.
    const { Suspending: _without, ...others } = Object.getOwnPropertyDescriptors(WebAssembly) as PropertyDescriptorMap;
    vi.stubGlobal('WebAssembly', Object.create(null, others));
    python = await loadPyodide();
    vi.unstubAllGlobals();
    for (const part of [HARNESS, THREADS, POOLS, TESTS]) python.runPython(part);
    expect(python.runPython('can_run_sync()')).toBe(false);
  }, START_MS);

  test.each([
    ['at the end', "print(asyncio.run(main()))\nprint('after')", 'main\n42\nafter\n'],
    [
      'below the usual condition',
      "if __name__ == '__main__':\n    asyncio.run(main('x'))\n    print('after')",
      'x\nafter\n',
    ],
    ['by its own name', 'from asyncio import run as start\nfrom asyncio import run\nrun(main())', 'main\n'],
    ['twice', "asyncio.run(main('a'))\nasyncio.run(main('b'), debug=False)", 'a\nb\n'],
    ['by a loop', 'print(asyncio.get_event_loop().run_until_complete(main()))', 'main\n42\n'],
    [
      'by a new loop',
      'loop = asyncio.new_event_loop()\nasyncio.set_event_loop(loop)\nprint(loop.run_until_complete(main()))\nloop.close()',
      'main\n42\n',
    ],
    ['by a runner', 'with asyncio.Runner() as runner:\n    print(runner.run(main()))', 'main\n42\n'],
  ])('runs asyncio %s without pausing the program', async (_where, end, out) => {
    expect(await run(`${MAIN}${end}\n`)).toEqual({ out, err: '', error: null });
  });

  test('places an error inside of what asyncio runs', async () => {
    const { err, error } = await run('import asyncio\nasync def main():\n    1 / 0\n\nasyncio.run(main())\n');
    expect(error).toMatchObject({ name: 'ZeroDivisionError', line: 3 });
    expect(err).toMatch(/line 5, in <module>\n {4}asyncio\.run\(main\(\)\)[^]*line 3, in main/);
  });

  test('says that it cannot run asyncio inside of a function', async () => {
    const { err, error } = await run(`${MAIN}def start():\n    return asyncio.run(main())\nstart()\n`);
    expect(error).toMatchObject({
      name: 'RuntimeError',
      message: 'This browser can call asyncio.run() only outside of functions. Chrome, Edge and Firefox can.',
      line: 7,
    });
    expect(err).not.toMatch(/never awaited|WebAssembly/);
  });

  test('leaves other functions of that name alone', async () => {
    const program =
      'class Task:\n    def run(self, n):\n        return n + 1\ndef run():\n    return 1\nprint(run(), Task().run(2))';
    expect(await run(program)).toEqual({ out: '1 3\n', err: '', error: null });
  });

  test('reports a syntax error as before', async () => {
    const { error } = await run('import asyncio\nasyncio.run(\n');
    expect(error).toMatchObject({ name: 'SyntaxError', line: 2 });
  });
});
