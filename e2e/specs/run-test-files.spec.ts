import type { Page } from '@playwright/test';
import { testFilesOf } from '@cip/contracts/runs/test-files';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { libraryFiles } from '../support/library.ts';
import { REFUSED } from '../support/run-attempts.ts';
import { createFile, join, RUNTIME_MS, startWith } from '../support/runs.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { expectCode, typeAtEnd } from '../support/steps.ts';
import { openWitness } from '../support/witness.ts';

test.use({ expectedProblems: REFUSED });

const tree = (page: Page) => page.getByRole('tree', { name: 'Tests' });

async function addFile(page: Page, name: string, code: string): Promise<void> {
  await createFile(page, name);
  await typeAtEnd(page, code);
}

test(
  'the candidate runs the tests, both sides see them fail, and then pass',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await startWith(laptop, 'javascript', "console.log('the program');");
    await join(phone, roomCode);
    const tests = phone.getByRole('button', { name: 'Run tests' });
    await expect(phone.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await expect(tests).toHaveCount(0);
    await addFile(laptop, 'shop.js', 'exports.total = (n) => n;\n');
    await addFile(laptop, 'shop.test.js', "test('doubles', () => expect(require('./shop').total(2)).toBe(4));\n");
    // Until the typed text is there, the file has no tests.
    await phone.getByRole('button', { name: 'shop.test.js' }).click();
    await expectCode(phone, 'total(2)');

    await tests.click();
    for (const page of [laptop, phone]) {
      await expect(tree(page)).toContainText('expected 2 to be 4', { timeout: RUNTIME_MS });
      await expect(page.getByText('1 failed', { exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await laptop.getByRole('tab', { name: 'shop.js', exact: true }).click();
    await typeAtEnd(laptop, '\nexports.total = (n) => n * 2;\n');
    await expect(laptop.getByText('of an earlier version')).toBeVisible();
    await tree(laptop)
      .getByRole('treeitem', { name: /^doubles failed/ })
      .click();
    await expect(laptop.getByRole('tab', { name: 'shop.test.js' })).toHaveAttribute('aria-selected', 'true');

    await phone.getByRole('button', { name: 'Run tests' }).click();
    for (const page of [laptop, phone]) await expect(page.getByText('1 passed', { exact: true })).toBeVisible();
    await expect(tree(laptop)).toContainText('doubles passed');
  },
);

/** Test files by language, with what becomes of each test, and the time that the endless one gets. */
const PROJECTS = [
  {
    language: 'javascript',
    files: {
      'main.js': "console.log('the program');",
      'shop.js': "import { sum } from 'lodash';\nexport const total = (list) => sum(list);",
      'shop.test.js': `import { describe, expect, it, vi } from 'vitest';
import { total } from './shop';
describe('total', () => {
  it('adds', () => expect(total([1, 2])).toBe(3));
  it('is wrong', () => {
    console.log('printed');
    expect(total([1])).toEqual(2);
  });
});`,
      'thrown.test.js': "\nthrow new Error('no shop');",
      'browser.test.js': 'let a = 1;\nlet a = 2;',
      'empty.test.js': 'export {};',
    },
    endless: ["test('one', () => undefined);\ntest('endless', () => { for (;;); });", 'endless.test.js'],
    results: [
      ['shop.test.js', 'total\nadds', 'passed', 4, ''],
      ['shop.test.js', 'total\nis wrong', 'failed', 7, 'AssertionError: expected 1 to deeply equal 2'],
      ['thrown.test.js', '', 'failed', 2, 'Error: no shop'],
      [
        'browser.test.js',
        '',
        'failed',
        null,
        "SyntaxError: Identifier 'a' has already been declared (browser.test.js)",
      ],
      ['empty.test.js', '', 'failed', null, 'This file has no tests.'],
    ],
  },
  {
    language: 'typescript',
    files: {
      'main.ts': "console.log('the program');",
      'shop.ts': 'export const total = (list: number[]): number => list.length;',
      'shop.test.ts':
        "import { total } from './shop';\n\ntest('counts', async () => {\n  console.log('printed');\n  const wanted: number = 2;\n  expect(total([1])).toBe(wanted);\n});",
    },
    endless: ["test('endless', (): void => { for (;;); });", 'endless.test.ts'],
    results: [['shop.test.ts', 'counts', 'failed', 6, 'AssertionError: expected 1 to be 2 // Object.is equality']],
  },
  {
    language: 'python',
    files: {
      'main.py': "print('the program')",
      'shop.py': 'def total(prices): return sum(prices)',
      'test_shop.py': 'from shop import total\n\ndef test_total():\n    print("printed")\n    assert total([1]) == 2\n',
    },
    endless: ['def test_endless():\n    while True: pass', 'test_endless.py'],
    results: [['test_shop.py', 'test_total', 'failed', 5, 'AssertionError: assert total([1]) == 2']],
  },
];

for (const { language, files, endless, results } of PROJECTS)
  test(`${language} runs test files in place of the program`, { tag: '@long' }, async ({ page, baseURL }) => {
    const witness = await openWitness(baseURL ?? '');
    await page.goto(`${witness.origin}/privacy`);
    await openSandbox(page);
    const run = async (given: Record<string, string>, limitMs = 10_000) => {
      const all = Object.entries(given).map(([name, content]) => ({ name, content }));
      const tests = Object.keys(given).filter((name) => name.includes('test'));
      return runProgram(page, { language, code: all[0]?.content ?? '', files: all, tests, limitMs });
    };
    const { out, end } = await run(files);
    expect({ out, reason: end.reason, error: end.error }).toEqual({ out: 'printed\n', reason: 'failed', error: null });
    const rows = end.tests?.results.map(([file, path, state, , line, message]) => [
      end.tests?.files[file],
      path,
      state,
      line,
      message.split('\n')[0]?.replace(/ \/\/ deep.*$/, ''),
    ]);
    expect(rows).toEqual(results);

    const [content = '', name = ''] = endless;
    const { end: stopped } = await run({ ...files, [name]: content }, 1_500);
    expect(stopped.reason).toBe('time_limit');
    expect(stopped.tests?.results.at(-1)).toMatchObject({ 2: 'failed', 5: 'It did not end.' });
    expect(stopped.tests?.results.length).toBeGreaterThan(1);
    witness.close();
  });

test(
  'the projects of the first library fail their test files, and their solutions pass',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/privacy`);
    await openSandbox(page);
    const runLibrary = async (project: string, isSolved: boolean) => {
      const { language, files } = await libraryFiles(project, isSolved);
      const tests = testFilesOf(language, files);
      const { end } = await runProgram(page, { language, code: files[0]?.content ?? '', files, tests });
      return { tests: tests.length, error: end.error, passed: end.tests?.passed ?? 0, failed: end.tests?.failed ?? 0 };
    };
    for (const [project, files] of [
      ['26-order-api', 2],
      ['27-slow-report', 1],
      ['30-wrong-receipt', 1],
    ] as const) {
      const starter = await runLibrary(project, false);
      expect({ ...starter, project }).toMatchObject({ project, tests: files, error: null });
      expect(starter.failed).toBeGreaterThan(0);
      const solved = await runLibrary(project, true);
      expect({ ...solved, project }).toMatchObject({ project, tests: files, error: null, failed: 0 });
      expect(solved.passed).toBe(starter.passed + starter.failed);
    }
  },
);
