import { versionOf } from '../../web/run-assets/more-sources.ts';
import { expect, test } from '../support/fixtures.ts';
import { countFrom, REFUSED } from '../support/run-attempts.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';

test.use({ expectedProblems: REFUSED });

/** Programs with packages, and what they print. */
const PRINTED: [code: string, out: string, packages: string[]][] = [
  [
    "import _, { chunk } from 'lodash';\nimport get from 'lodash/get';\nconsole.log(chunk([1, 2, 3], 2), get({ a: 1 }, 'a'), _.VERSION);",
    `[ [ 1, 2 ], [ 3 ] ] 1 ${versionOf('lodash')}\n`,
    ['lodash'],
  ],
  [
    "const { map } = require('lodash/fp');\nconst debounce = require('lodash/debounce');\nconsole.log(map((n) => n * 2)([1, 2]));\ndebounce(() => console.log('later'), 5)();",
    '[ 2, 4 ]\nlater\n',
    ['lodash'],
  ],
  [
    "import { createElement, useState } from 'react';\nimport { renderToStaticMarkup } from 'react-dom/server';\nconst Two = () => createElement('b', null, useState(2)[0]);\nconsole.log(renderToStaticMarkup(createElement(Two)));",
    '<b>2</b>\n',
    ['react', 'react-dom'],
  ],
  [
    "const { expect } = require('expect');\nexpect({ a: [1] }).toEqual({ a: [1] });\nconsole.log('equal');",
    'equal\n',
    ['@vitest/expect'],
  ],
  ["function test(name, body) {\n  console.log(name);\n  body();\n}\ntest('own', () => {});", 'own\n', []],
  ["console.log(\"require('lodash')\"); // import 'react'", "require('lodash')\n", []],
];

const TESTS = `
const add = (a, b) => a + b;
let base;
beforeEach(() => { base = 1; });
describe('add', () => {
  test('adds', () => { expect(add(base, 2)).toBe(3); });
  it('compares', async () => {
    await null;
    expect(add(1, 1)).toBe(3);
  });
  it.each([[1, 2, 3]])('%i + %i', (a, b, sum) => expect(add(a, b)).toBe(sum));
  test.skip('later', () => {});
});
test('spies', () => {
  const spy = SPIES.fn(() => 4);
  expect(spy('x')).toBe(4);
  expect(spy).toHaveBeenCalledWith('x');
});
test('counts', () => { expect.assertions(2); expect(1).toBe(1); });`;

const RESULTS = `✓ add > adds
✗ add > compares
    AssertionError: expected 2 to be 3 // Object.is equality
        at main.js:9:23
✓ add > 1 + 2
- add > later
✓ spies
✗ counts
    Error: expected number of assertions to be 2, but got 1

Tests: 3 passed, 2 failed, 1 skipped
`;

test.beforeEach(async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
});

test(
  'runs programs with packages, which its end names, and fetches what they name and nothing else',
  { tag: '@even' },
  async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(/\/run\/js\/(.+)-\w+\.js$/.exec(request.url())?.[1] ?? ''));
    const named: string[][] = [];
    for (const [code, out, packages] of PRINTED) {
      const run = await runProgram(page, { language: 'javascript', code });
      expect({ out: run.out, err: run.err, packages: run.end.packages ?? [] }).toEqual({
        out,
        err: '',
        packages: packages.map((name) => ({ name, version: versionOf(name) })),
      });
      named.push(fetched.splice(0).filter(Boolean));
    }
    expect(named).toEqual([['syntax', 'lodash'], ['lodash-fp'], ['react', 'react-dom-server'], ['expect'], [], []]);
  },
);

test('runs the tests of a program and prints their results with the lines', { tag: '@even' }, async ({ page }) => {
  for (const [start, spies] of [
    ['', 'jest'],
    ["import { describe, test, it, expect, beforeEach, vi } from 'vitest';", 'vi'],
    ["const { describe, test, it, expect, beforeEach, jest } = require('@jest/globals');", 'jest'],
  ] as const) {
    const code = start + TESTS.replaceAll('SPIES', spies);
    const { out, end } = await runProgram(page, { language: 'javascript', code });
    expect(out).toBe(RESULTS);
    expect(end).toMatchObject({
      reason: 'failed',
      exitCode: 1,
      error: { name: 'AssertionError', line: 9, column: 23 },
    });
  }
});

test('names what there is if a module is missing, and marks its line', { tag: '@long' }, async ({ page }) => {
  const there = 'There are assert, buffer, crypto, events, fs, os, path, perf_hooks, process, readline, string_decoder';
  for (const language of ['javascript', 'typescript'])
    for (const line of [
      "import express from 'express';",
      "const express = require('express');",
      "await import('express');",
    ]) {
      const code = `console.log('start');\n${line}\nconsole.log(typeof express);`;
      const { err, end } = await runProgram(page, { language, code });
      expect(end).toMatchObject({ reason: 'failed', error: { name: 'Error', line: 2 } });
      expect(end.error?.message).toMatch(
        /^Cannot find module 'express': programs have no packages here besides lodash/,
      );
      expect(end.error?.message).toContain(there);
      expect(err).toContain("Cannot find module 'express'");
      expect(err).not.toMatch(/specifier|blob:|outside a module/);
    }
  const { end } = await runProgram(page, { language: 'javascript', code: "\nimport { missing } from 'node:fs';" });
  expect(end.error).toMatchObject({
    name: 'SyntaxError',
    message: "The requested module 'node:fs' does not provide an export named 'missing'",
    line: 2,
  });
});

test(
  'lets no program change the packages of the next one, nor fetch others',
  { tag: '@even' },
  async ({ page, baseURL }) => {
    const witness = await openWitness(baseURL ?? '');
    await page.goto(`${witness.origin}/privacy`);
    await openSandbox(page);
    const poison = `
    import _ from 'lodash';
    import { expect } from 'expect';
    _.chunk = () => 'poisoned';
    Object.prototype.poisoned = true;
    expect.extend = () => 'poisoned';
    const tried = [];
    for (const name of ['${witness.origin}/color-scheme.js', 'https://example.com/a.js', '/color-scheme.js', './a.js'])
      for (const load of [() => import(name), async () => require(name)])
        tried.push(await load().then(() => 'loaded', (error) => error.message.slice(0, 18)));
    console.log([...new Set(tried)].join());
    self.postMessage({ type: 'needs', files: ['js/react', '../../api/auth/me'] });`;
    await runProgram(page, { language: 'javascript', code: "import 'lodash'; import 'expect';" });
    await countFrom(page, witness);
    const poisoned = await runProgram(page, { language: 'javascript', code: poison });
    expect(poisoned).toMatchObject({ out: 'Cannot find module\n', end: { reason: 'finished' } });
    const next = "const _ = require('lodash');\nconsole.log(_.chunk([1], 1), {}.poisoned);";
    expect(await runProgram(page, { language: 'javascript', code: next })).toMatchObject({
      out: '[ [ 1 ] ] undefined\n',
    });
    expect(witness.requests).toEqual([]);
    witness.close();
  },
);
