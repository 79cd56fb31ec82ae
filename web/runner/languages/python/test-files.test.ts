import { beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetFiles } from './testing/forget-files.ts';
import { executeInPython, startPython, type Python } from './testing/python-in-tests.ts';

let python: Python;
beforeAll(async () => {
  python = await startPython();
}, 60_000);
beforeEach(() => forgetFiles(python));

const SHOP = 'def total(prices): return sum(prices)\n';

/** Runs test files beside a program that must not run. Resolves to each result, in a line, and to the rest. */
async function runTests(files: Record<string, string>) {
  const all = { 'main.py': "print('the program')\n", 'shop.py': SHOP, ...files };
  const { reports, ...rest } = await executeInPython(python, {
    source: all['main.py'],
    files: all,
    tests: Object.keys(files),
  });
  const ended = reports.filter(({ state }) => state !== 'running');
  const results = ended.map(({ file, names, state, line }) => [file, ...names, state, line].join(' '));
  return { ...rest, reports, results, messages: ended.map(({ message }) => message) };
}

test('runs functions and methods with the whole project, and not the program', async () => {
  const { out, exitCode, results, messages, error } = await runTests({
    'test_shop.py':
      'from shop import total\n\ndef test_adds():\n    assert total([1, 2]) == 3\n\ndef test_wrong():\n    assert total([1]) == 2\n\nclass TestTotal:\n    def setup_method(self): self.n = 1\n    async def test_one(self): assert total([self.n]) == 1\n',
    'lib/total_test.py': 'import shop\nprint(__name__)\ndef test_text():\n    shop.total([None])\n',
  });
  expect({ out, exitCode, error }).toEqual({ out: 'lib.total_test\n', exitCode: 1, error: null });
  expect(results).toEqual([
    'test_shop.py test_adds passed 3',
    'test_shop.py test_wrong failed 7',
    'test_shop.py TestTotal test_one passed 11',
    'lib/total_test.py test_text failed 4',
  ]);
  expect(messages[1]).toBe('AssertionError: assert total([1]) == 2\nat test_shop.py:7');
  expect(messages[3]).toMatch(/^TypeError: unsupported .*\nat shop\.py:1$/);
});

test('runs the cases of unittest as it does', async () => {
  const { results, messages, exitCode } = await runTests({
    'test_cases.py': `import unittest
class Cases(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.two = 2
    def setUp(self): self.three = self.two + 1
    def test_a(self): self.assertEqual(self.three, 3)
    def test_b(self): self.assertEqual(self.three, 4)
    @unittest.skip('later')
    def test_c(self): pass
    def test_d(self):
        for n in (1, 2):
            with self.subTest(n=n): self.assertEqual(n, 1)
    @unittest.expectedFailure
    def test_e(self): self.fail()
class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError('no shop')
    def test_a(self): pass
class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_two(self): self.assertEqual(1 + 1, 2)
if __name__ == '__main__': unittest.main()
`,
  });
  expect(results).toEqual([
    'test_cases.py Cases test_a passed 6',
    'test_cases.py Cases test_b failed 7',
    'test_cases.py Cases test_c skipped 8',
    'test_cases.py Cases test_d failed 12',
    'test_cases.py Cases test_e passed 13',
    'test_cases.py Broken setUpClass failed 17',
    'test_cases.py Waiting test_two passed 20',
  ]);
  expect(messages[1]).toBe('AssertionError: 3 != 4\nat test_cases.py:7');
  expect(messages[2]).toBe('later');
  expect(exitCode).toBe(1);
});

test('goes on with the next file after one that fails as a whole', async () => {
  const { results, messages } = await runTests({
    'test_import.py': 'import shop\nimport nothing_here\ndef test_one(): pass\n',
    'test_syntax.py': 'def test_one(:\n    pass\n',
    'test_exit.py': 'import sys\nsys.exit(3)\n',
    'test_empty.py': 'from shop import total\n',
    'test_pytest.py': 'import pytest\n',
    'test_good.py': 'def test_one(): pass\n',
  });
  expect(results).toEqual([
    'test_import.py failed 2',
    'test_syntax.py failed 1',
    'test_exit.py failed 2',
    'test_empty.py failed ',
    'test_pytest.py failed 1',
    'test_good.py test_one passed 1',
  ]);
  expect(messages).toEqual([
    'ModuleNotFoundError: nothing_here is not here: Python has the standard library only.\nat test_import.py:2',
    'SyntaxError: invalid syntax\nat test_syntax.py:1',
    'SystemExit: 3\nat test_exit.py:2',
    'This file has no tests.',
    'ModuleNotFoundError: pytest is not here: functions whose names begin with test_ run without it.\nat test_pytest.py:1',
    '',
  ]);
});

test('gives each file modules of its own, and skips tests that need values', async () => {
  const { results, messages, exitCode } = await runTests({
    'state.py': 'seen = []\n',
    'test_a.py':
      'import state\nfrom unittest import mock\ndef test_first():\n    assert state.seen == []\n    state.seen.append(1)\ndef test_with(tmp_path): pass\n@mock.patch("builtins.len")\ndef test_mock(len): pass\n',
    'test_b.py': 'import state\ndef test_first(): assert state.seen == []\n',
  });
  expect(results.slice(1)).toEqual([
    'test_a.py test_first passed 3',
    'test_a.py test_with skipped 6',
    'test_a.py test_mock passed 7',
    'test_b.py test_first passed 2',
  ]);
  expect(messages[2]).toBe('It needs values, such as the fixtures of pytest, which are not here.');
  expect(exitCode).toBe(1);
});

test('reports each test before it runs, so that an endless one is known', async () => {
  const { reports } = await runTests({ 'test_a.py': 'def test_one(): pass\n' });
  expect(reports.map(({ names, state }) => [...names, state].join(' '))).toEqual([
    'running',
    'test_one running',
    'test_one running',
    'test_one passed',
  ]);
});
