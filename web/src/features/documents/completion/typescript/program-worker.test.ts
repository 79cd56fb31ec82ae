import { describe, expect, test } from 'vitest';
import { libraryTypes } from '../../../../../library-types.ts';
import { SCRIPT_KINDS } from './answers.ts';
import { ProgramWorker } from './program-worker.ts';

const URI = 'inmemory://model/1';

/** Returns a worker that knows a program; `|` is the place that tests ask about. */
async function open(marked: string, kind: keyof typeof SCRIPT_KINDS = 'typescript', libraries: string[] = []) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const model = { uri: { path: '/1', toString: () => URI }, version: 1, getValue: () => text };
  const worker = new ProgramWorker({ getMirrorModels: () => [model] });
  await worker.read(SCRIPT_KINDS[kind]);
  const add = async () => {
    for (const library of libraries) await worker.addTypes(libraryTypes(library));
  };
  const names = async () => (await worker.completionsAt(URI, at)).map(({ name }) => name);
  const problems = async () => (await worker.problemsOf(URI)).map(({ message }) => message);
  return { worker, at, add, names, problems };
}

test.each([
  ['typescript', "import _ from 'lodash';\n_.|"],
  ['typescript', "import * as _ from 'lodash-es';\n_.|"],
  ['javascript', "const _ = require('lodash');\n_.|"],
] as const)('completes lodash in %s, also if its types come late: %s', { tags: ['long'] }, async (kind, code) => {
  const { names, add, worker, at } = await open(code, kind, ['lodash']);
  expect(await names()).not.toContain('groupBy');
  await add();
  expect(await names()).toContain('groupBy');
  expect((await worker.describe(URI, at, 'groupBy'))?.code).toContain('groupBy');
});

describe('files of a room', () => {
  const SHOP = 'export class Cart {\n  total(): number {\n    return 3;\n  }\n}\n';

  const imports: { tags: 'long'[]; cases: [shown: string, specifier: string, name: string][] }[] = [
    { tags: [], cases: [['main.ts', './shop', 'shop.ts']] },
    {
      tags: ['long'],
      cases: [
        ['main.ts', './shop.js', 'shop.ts'],
        ['src/main.ts', '../lib/shop.ts', 'lib/shop.ts'],
        ['main.ts', './shop', 'shop/index.tsx'],
      ],
    },
  ];
  for (const { tags, cases } of imports)
    test.each(cases)('completes and checks in %s what it imports from %s', { tags }, async (shown, specifier, name) => {
      const code = `import { Cart } from '${specifier}';\nconst cart = new Cart();\nconst wrong: string = cart.|total();\n`;
      const { worker, names, problems } = await open(code);
      await worker.readFiles(shown, {});
      expect(await names()).not.toContain('total');
      await worker.readFiles(shown, { [name]: SHOP });
      expect(await names()).toContain('total');
      expect(await problems()).toEqual(["Type 'number' is not assignable to type 'string'."]);
      await worker.readFiles(shown, { [name]: SHOP.replace('number', 'string').replace('3', "''") });
      expect(await problems()).toEqual([]);
      await worker.readFiles(shown, {});
      expect(await names()).not.toContain('total');
    });

  test('completes what is required, also of data', async () => {
    const code = "const { Cart } = require('./shop');\nconst rates = require('./rates.json');\nrates.|;\n";
    const { worker, names } = await open(code, 'javascript');
    await worker.readFiles('main.js', {
      'shop.js': 'class Cart {}\nmodule.exports = { Cart };\n',
      'rates.json': '{ "vat": 7 }',
    });
    expect(await names()).toContain('vat');
    expect((await worker.hoverAt(URI, code.indexOf('Cart')))?.code).toContain('class Cart');
  });

  test('answers about a file beside one that is nested too deep to be read', { tags: ['long'] }, async () => {
    const { worker, names, problems } = await open('const cart = { total: 1 };\ncart.|;\n');
    await worker.readFiles('main.ts', {
      'deep.ts': `export const a = ${'['.repeat(100_000)}`,
      'b.json': '['.repeat(100_000),
    });
    expect(await names()).toEqual(['total']);
    expect(await problems()).toEqual(['Identifier expected.']);
  });

  test('reads a text that was shown anew when it has changed meanwhile', async () => {
    const { worker, problems } = await open("import { a } from './other';\nexport const n: number = a;\n");
    await worker.readFiles('main.ts', { 'other.ts': 'export const a = 1;\n' });
    expect(await problems()).toEqual([]);
    // Other versions than the model's own.
    for (const text of ["export const a = 'a';\n", 'export const a = 2;\n', "export const a = 'b';\n"])
      await worker.readFiles('main.ts', { 'other.ts': text });
    expect(await problems()).toEqual(["Type 'string' is not assignable to type 'number'."]);
  });

  test('reads .mts as TypeScript', { tags: ['long'] }, async () => {
    const { worker, problems } = await open("import { f } from './a.mjs';\nf(1, 2);\n");
    await worker.readFiles('main.ts', { 'a.mts': 'export function f(a: number) { return a; }\n' });
    expect(await problems()).toEqual(['Expected 1 arguments, but got 2.']);
  });

  test('shares no names between files without imports', { tags: ['long'] }, async () => {
    const { worker, problems } = await open('const name = 1;\nconsole.log(name);\n');
    await worker.readFiles('main.ts', { 'other.ts': "const name = 'a';\nconsole.log(name);\n" });
    expect(await problems()).toEqual([]);
  });
});

test('completes the elements and hooks of React', async () => {
  const code =
    "import { useState } from 'react';\nexport const App = () => { useSt|ate(1); return <p hidden>a</p>; };\n";
  const { names, add, problems, worker, at } = await open(code, 'tsx', ['react']);
  await add();
  expect(await names()).toContain('useState');
  expect((await worker.hoverAt(URI, at))?.code).toContain('useState<');
  expect(await problems()).toEqual([]);
});

test('describes a called function with its parameters', async () => {
  const { worker, at } = await open('/** Adds. */\nfunction add(a: number, b: string) {}\nadd(1, |)');
  expect(await worker.signaturesAt(URI, at)).toEqual({
    signatures: [
      {
        code: 'add(a: number, b: string): void',
        text: 'Adds.',
        parameters: [
          { label: 'a: number', text: '' },
          { label: 'b: string', text: '' },
        ],
      },
    ],
    chosen: 0,
    parameter: 1,
  });
});

test('marks errors of types in TypeScript and only those of syntax in JavaScript', async () => {
  const code = 'const a = [1].map((x) => x.name);\n';
  expect(await (await open(code)).problems()).toEqual(["Property 'name' does not exist on type 'number'."]);
  expect(await (await open(code, 'javascript')).problems()).toEqual([]);
  expect(await (await open('const = 1;', 'javascript')).problems()).not.toEqual([]);
});

test('says nothing about modules, because a run says which there are', async () => {
  expect(await (await open("import x from 'left-pad';\nimport y from './y';\nx(y);\n")).problems()).toEqual([]);
});

test('knows the modules and functions that programs have when they run', async () => {
  const code = `
import assert from 'node:assert';
import { createHash, randomUUID } from 'crypto';
import EventEmitter, { once } from 'events';
import { readFileSync } from 'fs';
import * as fs from 'node:fs';
import path, { join } from 'path';
import { performance } from 'perf_hooks';
import readline from 'readline';
import * as promised from 'node:readline/promises';
import { setTimeout as sleep } from 'timers/promises';
import { fileURLToPath } from 'url';
import util, { inspect } from 'util';
import { vi } from 'vitest';

class Room extends EventEmitter {}
const room = new Room();
room.on('a', (x: number) => console.log(x));
void once(room, 'a');
const lines = readFileSync(0, 'utf8').split('\\n').map((line) => line.trim());
fs.writeFileSync('out', lines.join(path.sep));
const rl = readline.createInterface({ input: process.stdin });
rl.on('line', (line: string) => lines.push(line));
for await (const line of rl) lines.push(line.trim());
const name = await promised.createInterface({ input: process.stdin, output: process.stdout }).question('Name? ');
await sleep(10);
assert.strictEqual(name.length, 3);
assert.deepStrictEqual([join('a', 'b'), fileURLToPath('file:///a')], []);
console.log(inspect({}), util.format('%d', 1), createHash('sha256').update('a').digest('hex'), randomUUID());
console.log(performance.now(), process.hrtime.bigint(), Buffer.from('a').toString('hex'), process.argv[2]);
setImmediate(() => process.exit(0));
describe('a', () => {
  beforeEach(() => {});
  it('b', async () => {
    const spy = vi.fn(() => 1);
    expect(spy).not.toHaveBeenCalledWith(expect.any(Number));
    await expect(Promise.resolve(1)).resolves.toBe(1);
  });
  test.each([[1, 2]])('%d', (a, b) => expect(a).toBeLessThan(b));
});
export {};
`;
  expect(await (await open(code)).problems()).toEqual([]);
});

test('shares no names with the browser’s globals', async () => {
  expect(await (await open('const name = 1;\nconst status = [name];\nconsole.log(status);\n')).problems()).toEqual([]);
});

test('marks a bounded number of problems', { tags: ['long'] }, async () => {
  const { problems } = await open('missing;\n'.repeat(300));
  expect(await problems()).toHaveLength(200);
});
