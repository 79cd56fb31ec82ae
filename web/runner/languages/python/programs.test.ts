import { beforeAll, expect, test } from 'vitest';
import { executeInPython, runInPython, startPython, type Python } from './testing/python-in-tests.ts';

let python: Python;
beforeAll(async () => {
  python = await startPython();
}, 60_000);

const run = (source: string, offered: string[] = []) => runInPython(python, { source, offered });

const THREAD = 'import threading, queue, time\n';
const SQUARE = 'def square(n): return n * n\n';

test.each([
  [
    'a pool',
    'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(3) as pool:\n    print(sum(pool.map(lambda n: n * n, [1, 2, 3])))',
    '14\n',
  ],
  [
    'futures',
    'from concurrent.futures import *\nwith ProcessPoolExecutor() as pool:\n    print([each.result() for each in [pool.submit(pow, 2, n) for n in (1, 2)]])',
    '[2, 4]\n',
  ],
  [
    'processes',
    `${SQUARE}from multiprocessing import Pool\nwith Pool(3) as pool:\n    print(sum(pool.map(square, [1, 2, 3])), pool.apply_async(square, (4,)).get())`,
    '14 16\n',
  ],
  [
    'a process',
    'from multiprocessing import Process, Queue\nq = Queue()\np = Process(target=q.put, args=(7,))\np.start()\np.join()\nprint(q.get(), p.exitcode)',
    '7 0\n',
  ],
  [
    'threads',
    `${THREAD}found = []\nthreads = [threading.Thread(target=found.append, args=(n,)) for n in range(3)]\nfor t in threads: t.start()\nprint(found, threads[0].is_alive())\nfor t in threads: t.join()\nprint(found, threads[0].is_alive())`,
    '[] True\n[0, 1, 2] False\n',
  ],
  [
    'a consumer before its producer',
    `${THREAD}q = queue.Queue()\ndef take():\n    while (n := q.get()) is not None: print(n)\nthreading.Thread(target=take).start()\ndef give():\n    for n in (1, 2, None): q.put(n)\nthreading.Thread(target=give).start()`,
    '1\n2\n',
  ],
  [
    'locks, events and barriers',
    `${THREAD}lock, ready, all_here = threading.Lock(), threading.Event(), threading.Barrier(2)\ndef work(n):\n    with lock: print('locked')\n    ready.wait()\n    all_here.wait()\nthreads = [threading.Thread(target=work, args=(n,)) for n in range(2)]\nfor t in threads: t.start()\nready.set()\nfor t in threads: t.join()\nprint(lock.locked())`,
    'locked\nlocked\nFalse\n',
  ],
  [
    'a pause of the program',
    `${THREAD}threading.Thread(target=print, args=('thread',)).start()\ntime.sleep(0)\nprint('main')`,
    'thread\nmain\n',
  ],
  [
    'asyncio',
    'import asyncio\nasync def main():\n    return await asyncio.to_thread(lambda: 42), await asyncio.get_running_loop().run_in_executor(None, lambda: 43)\nprint(asyncio.run(main()))',
    '(42, 43)\n',
  ],
  [
    'loops of asyncio',
    'import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    return 42\nloop = asyncio.new_event_loop()\nprint(loop.run_until_complete(main()))\nloop.close()\nwith asyncio.Runner() as runner: print(runner.run(main()))',
    '42\n42\n',
  ],
])('runs the threads of %s one after another', async (_kind, source, out) => {
  expect(await run(source)).toEqual({ out, error: null });
});

const FOREVER = 'import asyncio, sys, time\nasync def tick():\n    while True: await asyncio.sleep(0)\n';
test.each([
  [
    'ends the tasks that main leaves behind',
    `${FOREVER}async def main():\n    asyncio.create_task(tick())\n    await asyncio.sleep(0)\nasyncio.run(main())\nprint('done')`,
    'done\n',
  ],
  [
    'lets them clean up',
    `${FOREVER}async def work():\n    try: await tick()\n    finally: print('closed')\nasync def main():\n    asyncio.create_task(work())\n    await asyncio.sleep(0)\nasyncio.run(main())`,
    'closed\n',
  ],
  [
    'holds other coroutines up while one pauses',
    `${FOREVER}async def work(n):\n    print('start', n)\n    time.sleep(.01)\n    print('end', n)\nasync def main(): await asyncio.gather(work(1), work(2))\nasyncio.run(main())`,
    'start 1\nend 1\nstart 2\nend 2\n',
  ],
])('asyncio.run %s', async (_what, source, out) => {
  expect(await run(source)).toEqual({ out, error: null });
});

test.each([
  ['True', '', 1],
  ['False', '', 0],
  ['3', '', 3],
  ['None', '', 0],
  ["'bad'", 'bad\n', 1],
  ["ValueError('bad value')", 'bad value\n', 1],
])('exits by sys.exit(%s) as Python does', async (value, out, exitCode) => {
  const source = `import sys\nsys.exit(${value})`;
  expect(await executeInPython(python, { source })).toMatchObject({ out, exitCode });
});

test.each([
  ['a decorator replaced', 'def once(cls): return lambda: cls\n@once\nclass TestLike: pass\nprint(1)'],
  ['the program deleted', 'def test_x(): pass\ndel test_x\nprint(1)'],
])('passes over a test that %s', async (_what, source) => {
  expect(await run(source)).toEqual({ out: '1\n', error: null });
});

test('shows an error of a thread, and goes on', async () => {
  const { out, error } = await run(
    `${THREAD}t = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()\nprint('after')`,
  );
  expect(out).toMatch(
    /^Exception in thread Thread-\d+ \(<lambda>\):\nTraceback[^]*ZeroDivisionError: division by zero\nafter\n$/,
  );
  expect(error).toBeNull();
});

test('says in one sentence that two threads cannot wait for each other', async () => {
  const { error } = await run(`${THREAD}lock = threading.Lock()\nlock.acquire()\nlock.acquire()`);
  expect(error).toMatchObject({
    name: 'RuntimeError',
    message: 'This thread waits for ever: programs here run their threads one after another.',
    line: 4,
  });
});

const TESTED = 'def test_good(): assert 1 + 1 == 2\n';

test('runs test functions that the program only defines', async () => {
  expect(await run(TESTED)).toEqual({ out: 'test_good PASSED\n1 passed\n', error: null });
  const { out, error } = await run(
    `${TESTED}class TestSum:\n    def test_bad(self):\n        assert 1 + 1 == 3, 'sum'\n`,
  );
  expect(out).toMatch(
    /^test_good PASSED\nTestSum\.test_bad FAILED\nTraceback[^]*AssertionError: sum\n1 failed, 1 passed\n$/,
  );
  expect(error).toMatchObject({ name: 'AssertionError', message: 'sum', line: 4 });
  const cases =
    'import unittest\nclass Sums(unittest.TestCase):\n    def setUp(self): self.two = 2\n    def test_two(self): self.assertEqual(self.two, 2)\n';
  expect((await run(cases)).out).toBe('Sums.test_two PASSED\n1 passed\n');
});

test('runs no tests of a judged program', async () => {
  const source = `${TESTED}class TestSum:\n    def test_bad(self): assert False\nprint(42)\n`;
  expect(await runInPython(python, { source, isJudged: true })).toEqual({ out: '42\n', error: null });
});

test.each([
  ['calls them itself', `${TESTED}test_good()\nprint('called')`, 'called\n'],
  ['lists them', `${TESTED}for test in [test_good]: test()`, ''],
  ['needs a value for them', 'def test_with(tmp_path): 1 / 0', ''],
])('leaves test functions alone if the program %s', async (_why, source, out) => {
  expect(await run(source)).toEqual({ out, error: null });
});

test('runs unittest and doctest as Python does', async () => {
  const cases = 'import unittest\nclass Sums(unittest.TestCase):\n    def test_two(self): self.assertEqual(1 + 1, 2)\n';
  expect((await run(`${cases}unittest.main()`)).out).toMatch(/^\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n$/);
  const waiting = cases.replaceAll('TestCase', 'IsolatedAsyncioTestCase').replace('def', 'async def');
  expect((await run(`${waiting}unittest.main()`)).out).toMatch(/^\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n$/);
  const documented =
    'def two():\n    """\n    >>> two()\n    3\n    """\n    return 2\nimport doctest\nprint(doctest.testmod())';
  expect((await run(documented)).out).toMatch(
    /Expected:\n {4}3\nGot:\n {4}2\n[^]*TestResults\(failed=1, attempted=1\)\n$/,
  );
});

test.each([
  ['numpy', [], 'numpy is not here: Python has the standard library only.'],
  ['pandas', ['numpy', 'minishop'], 'pandas is not here: Python has numpy, minishop and the standard library.'],
  ['pytest', [], 'pytest is not here: functions whose names begin with test_ run without it.'],
  ['tkinter', [], 'tkinter is not here: this part of the standard library does not run in browsers.'],
])('says in one sentence that %s is missing', async (name, offered, message) => {
  expect((await run(`\nimport ${name}`, offered)).error).toMatchObject({
    name: 'ModuleNotFoundError',
    message,
    line: 2,
  });
});

const DEEP = 'import sys\nsys.setrecursionlimit(10**6)\n';
const ENDLESS = 'def f(n): return f(n + 1)\n';

test.each([
  [
    'stops at 1000 calls',
    `${ENDLESS}try: f(0)\nexcept RecursionError as error: print(error)`,
    /^maximum recursion depth exceeded\n$/,
  ],
  ['goes as deep as the program wants', `${DEEP}def f(n): return n and 1 + f(n - 1)\nprint(f(50_000))`, /^50000\n$/],
  [
    'goes deep through a cache',
    `import functools\n${DEEP}@functools.cache\ndef f(n): return n and 1 + f(n - 1)\nprint(f(5_000), sys.getrecursionlimit())`,
    /^5000 1000000\n$/,
  ],
  [
    'can be caught in functions of Python in C',
    `${DEEP}def f(n): return max(map(f, [n + 1]))\ntry: f(0)\nexcept RecursionError as error: print(error)`,
    /^Stack overflow \(used \d+ kB\)\n$/,
  ],
])('%s', async (_what, source, out) => {
  expect(await run(source)).toEqual({ out: expect.stringMatching(out), error: null });
});
