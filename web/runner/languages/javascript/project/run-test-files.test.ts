/// <reference types="node" />
import { Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { TestReport } from '../../../messages.ts';
import type { UncaughtError } from '../script-error.ts';
import { compileFile } from '../more/project.ts';
import { missingModule } from '../offered.ts';
import { roomFrames } from './room-error.ts';
import { RoomModules } from './room-modules.ts';
import { runTestFiles } from './run-test-files.ts';

/** Runs the files whose names are those of tests. Resolves to their reports, without those of the files' beginning. */
async function runTests(files: Record<string, string>) {
  vi.stubGlobal('self', globalThis);
  const { createTestRunner } = await import('../packages/test-runner.ts');
  const list = Object.entries({ 'main.js': "throw new Error('the program');", ...files });
  const packages: Record<string, unknown> = {};
  const room: RoomModules = new RoomModules(
    list.map(([name, content]) => ({ name, content })),
    {
      compile: compileFile,
      require: (name) => {
        if (name in packages) return packages[name];
        throw missingModule(name);
      },
      load: (script) =>
        void new Script(script, { filename: /sourceURL=(.*)$/.exec(script)?.[1] ?? '' }).runInThisContext(),
      addressOf: (script) => script,
    },
  );
  const placeOf = (error: unknown) => roomFrames(error, room);
  const core = { process: { exitCode: undefined, stdout: { write: vi.fn<() => void>() } }, placeOf, formatLog: String };
  const { runner, functions } = createTestRunner(core as never, () => () => undefined);
  packages['vitest'] = { ...functions, expect };
  vi.stubGlobal('test', functions.test);
  const tests = list.map(([name]) => name).filter((name) => /\.(test|spec)\./.test(name));
  const wrong = new Map<string, UncaughtError>();
  for (const name of tests) {
    const prepared = room.prepare(name);
    if (prepared.wrong) wrong.set(name, prepared.wrong);
  }
  const reports: TestReport[] = [];
  const havePassed = await runTestFiles(tests, { room, wrong, runner, report: (each) => reports.push(each) });
  vi.unstubAllGlobals();
  const ended = reports.filter(({ state }) => state !== 'running');
  const results = ended.map(({ file, names, state, line }) => [file, ...names, state, line].join(' '));
  return { havePassed, reports, results, messages: ended.map(({ message }) => message) };
}

test('runs the test files with the whole project, and not the program', async () => {
  const { havePassed, results, messages } = await runTests({
    'shop.ts': 'export const total = (prices: number[]): number => prices.reduce((sum, each) => sum + each);',
    'shop.test.ts': `import { describe, expect, it } from 'vitest';
import { total } from './shop';

describe('total', () => {
  it('adds', () => {
    expect(total([1, 2])).toBe(3);
  });
  describe('of nothing', () => {
    it('is 0', () => {
      expect(total([])).toBe(0);
    });
    it.skip('later', () => undefined);
  });
  it('adds with care', async () => {
    await null;
    expect(total([1, 2])).toBe(4);
  });
});`,
    'lib/one.spec.js': "test('without an import', () => undefined);\ntest.todo('more');",
  });
  expect(results).toEqual([
    'shop.test.ts total adds passed 5',
    'shop.test.ts total of nothing is 0 failed 10',
    'shop.test.ts total of nothing later skipped 12',
    'shop.test.ts total adds with care failed 16',
    'lib/one.spec.js without an import passed 1',
    'lib/one.spec.js more skipped 2',
  ]);
  expect(messages[1]).toMatch(/^TypeError: Reduce of empty array .*\n {4}at .*shop\.ts:1/);
  expect(messages[3]).toMatch(/^AssertionError: expected 3 to be 4.*\n {4}at shop\.test\.ts:16/);
  expect(havePassed).toBe(false);
});

test('goes on with the next file after one that fails as a whole', async () => {
  const { results, messages, havePassed } = await runTests({
    'shop.js': "\nthrow new Error('no shop');",
    'import.test.js': "test('never', () => undefined);\nrequire('./shop');",
    'syntax.test.ts': 'const a = 1;\nconst b = = 2;',
    'reached.test.js': "import './wrong';",
    'wrong.js': 'export const a = ;',
    'dom.test.jsx': "import { render } from '@testing-library/react';",
    'empty.test.js': 'module.exports = 1;',
    'waits.test.js': "await Promise.reject(new Error('late'));",
    'good.test.js': "test('one', () => undefined);",
  });
  expect(results).toEqual([
    'import.test.js failed 2',
    'syntax.test.ts failed 2',
    'reached.test.js failed ',
    'dom.test.jsx failed 1',
    'empty.test.js failed ',
    'waits.test.js failed 1',
    'good.test.js one passed 1',
  ]);
  expect(messages[0]).toMatch(/^Error: no shop\n {4}at .*shop\.js:2/);
  expect(messages[1]).toMatch(/^SyntaxError: .*\n {4}at syntax\.test\.ts:2/);
  expect(messages[2]).toMatch(/^SyntaxError: .*\n {4}at wrong\.js:1/);
  expect(messages[3]).toMatch(/^Error: .*'@testing-library\/react': programs have no page here to draw into\./);
  expect(messages[4]).toBe('This file has no tests.');
  expect(havePassed).toBe(false);
});

test('gives each file modules and hooks of its own', async () => {
  const file = `const { beforeEach, expect, test } = require('vitest');
const { seen } = require('./state');
beforeEach(() => seen.push(1));
test('first', () => expect(seen).toEqual([1]));
test('is the program', () => expect(require.main).toBe(module));`;
  const { havePassed, results } = await runTests({
    'state.js': 'exports.seen = [];',
    'a.test.js': file,
    'b.test.js': file,
  });
  expect(results).toHaveLength(4);
  expect(havePassed).toBe(true);
});

test('runs only the chosen tests of a file', async () => {
  const { results } = await runTests({
    'a.test.js': "test('one', () => { throw 1; });\ntest.only('two', () => undefined);",
    'b.test.js': "test('three', () => undefined);",
  });
  expect(results).toEqual(['a.test.js one skipped 1', 'a.test.js two passed 2', 'b.test.js three passed 1']);
});

test('reports each test before it runs, so that an endless one is known', async () => {
  const { reports } = await runTests({ 'a.test.js': "test('one', () => undefined);" });
  expect(reports.map(({ names, state }) => [...names, state].join(' '))).toEqual([
    'running',
    'one running',
    'one passed',
  ]);
});
