/// <reference types="node" />
import { Script } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { compileFile } from '../more/project.ts';
import { resolveFile } from './resolve-file.ts';
import { roomError } from './room-error.ts';
import { RoomModules } from './room-modules.ts';

interface Result extends Partial<ReturnType<typeof roomError>> {
  needed: string[];
  out: unknown[];
}

/** Starts a program of these files, whose packages are `packages`. Returns what it logs, and its error. */
async function run(files: Record<string, string>, packages: Record<string, unknown> = {}): Promise<Result> {
  const out: unknown[] = [];
  vi.stubGlobal('log', (...values: unknown[]) => out.push(...values));
  const list = Object.entries(files).map(([name, content]) => ({ name, content }));
  const room = new RoomModules(list, {
    compile: compileFile,
    require: (name) => packages[name],
    load: (script) =>
      void new Script(script, { filename: /sourceURL=(.*)$/.exec(script)?.[1] ?? '' }).runInThisContext(),
    addressOf: (script) => script,
  });
  const { needed, wrong } = room.prepare();
  if (wrong) return { needed, out, ...roomError(wrong, room) };
  try {
    await room.start();
  } catch (error) {
    return { needed, out, ...roomError({ error, message: String(error), line: null, column: null }, room) };
  }
  return { needed, out };
}

test.each<[string, Record<string, string>, unknown[]]>([
  [
    'requires files without their endings',
    {
      'main.js': "log(require('./shop').price, require('./lib'))",
      'shop.js': 'exports.price = 3',
      'lib/index.js': 'module.exports = 4',
    },
    [3, 4],
  ],
  [
    'takes the line for shells as a comment',
    { 'main.js': "#!/usr/bin/env node\nlog(require('./shop'))", 'shop.js': '#!/usr/bin/env node\nmodule.exports = 3' },
    [3],
  ],
  [
    'imports TypeScript and JSON',
    {
      'main.ts':
        "import { price, type Item } from './shop.ts';\nimport list from './data/list.json';\nconst item: Item = { price };\nlog(item.price, list);",
      'shop.ts': 'export interface Item { price: number }\nexport const price: number = 3;',
      'data/list.json': '[1, 2]',
    },
    [3, [1, 2]],
  ],
  [
    'imports a TypeScript file by the name of its JavaScript from a JavaScript file',
    {
      'main.js': "import price from './lib/shop.js';\nlog(price());",
      'lib/shop.ts': "import { tax } from '../tax';\nexport default (): number => tax",
      'tax.js': 'exports.tax = 5',
    },
    [5],
  ],
  [
    'lets modules import each other',
    {
      'main.js': "import { isEven } from './even.js';\nlog(isEven(4));",
      'even.js': "import { isOdd } from './odd.js';\nexport const isEven = (n) => n === 0 || isOdd(n - 1);",
      'odd.js': "import { isEven } from './even.js';\nexport const isOdd = (n) => n !== 0 && isEven(n - 1);",
    },
    [true],
  ],
  [
    'awaits at the top level, and imports by call',
    { 'main.js': "const { price } = await import('./shop.js');\nlog(price);", 'shop.js': 'export const price = 3' },
    [3],
  ],
  [
    'awaits at the top level of a script',
    { 'main.js': "log(await Promise.resolve(require('./a')));", 'a.js': 'module.exports = 4' },
    [4],
  ],
  [
    'runs each module once, with its own names',
    {
      'main.js': "require('./a'); require('./a.js');\nlog(require.main === module, __filename);",
      'a.js': 'log(__filename, require.main === module);',
    },
    ['/a.js', false, true, '/main.js'],
  ],
])('%s', async (_what, files, out) => {
  expect(await run(files)).toEqual({ needed: [], out });
});

test('needs the packages of the files that it reaches', async () => {
  const files = {
    'main.js': "import { total } from './shop.js';\nlog(total);",
    'shop.js': "import { sum } from 'lodash';\nexport const total = sum([1, 2]);",
    'other.js': "import React from 'react';",
  };
  expect(await run(files, { lodash: { sum: () => 3 } })).toEqual({ needed: ['js/lodash'], out: [3] });
});

test('compiles JSX, which needs React', async () => {
  const runtime = { jsx: (type: string, { children }: { children: string }) => `<${type}>${children}` };
  const files = {
    'main.js': "import { Price } from './price.jsx';\nlog(Price());",
    'price.jsx': 'export const Price = () => <b>3</b>;',
  };
  expect(await run(files, { 'react/jsx-runtime': runtime })).toEqual({ needed: ['js/react'], out: ['<b>3'] });
});

test('compiles JSX in files without its ending', async () => {
  const runtime = { jsx: (type: string, { children }: { children: string }) => `<${type}>${children}` };
  const files = {
    'main.ts': "import { Price } from './price';\nlog(Price(3));",
    'price.js': 'export const Price = (n) => <b>{n}</b>;',
  };
  expect(await run(files, { 'react/jsx-runtime': runtime })).toEqual({ needed: ['js/react'], out: ['<b>3'] });
});

test('names the file and the line of an error', async () => {
  const { error, text } = await run({
    'main.js': "import { half } from './lib/shop.ts';\n\nhalf(null);",
    'lib/shop.ts': 'export function half(n: any): number {\n  return n.value / 2;\n}',
  });
  expect(error).toMatchObject({ name: 'TypeError', line: null, column: null });
  expect(error?.message).toMatch(/ \(lib\/shop\.ts:2\)$/);
  expect(text).toMatch(/^Uncaught TypeError: .*\n {4}at .*\(?lib\/shop\.ts:2\)?\n {4}at .*main\.js:3\)?\n/);
});

test('places an error of the first file in its line', async () => {
  expect((await run({ 'main.js': "throw new Error('no');", 'a.js': '' })).error).toEqual({
    name: 'Error',
    message: 'no',
    line: 1,
    column: 7,
  });
  expect((await run({ 'main.js': "import './a';\n\nthrow new Error('no');", 'a.js': '' })).error).toMatchObject({
    line: 3,
    column: null,
  });
});

test('names the file of wrong syntax', async () => {
  const files = { 'main.ts': "import './shop';", 'shop.ts': 'const a = 1;\nconst b = = 2;' };
  const { error, text } = await run(files);
  expect(error).toMatchObject({ name: 'SyntaxError', message: expect.stringContaining('(shop.ts:2)'), line: null });
  expect(text).toContain('    at shop.ts:2');
});

test('says which file is missing', async () => {
  expect((await run({ 'main.js': "\nrequire('./shop')", 'a.js': '' })).error).toMatchObject({
    message: "Cannot find module './shop' from main.js",
    line: 2,
  });
});

test('says which images a page has', async () => {
  expect((await run({ 'main.js': "require('./logo.png')", 'a.js': '' })).error).toMatchObject({
    message: "Cannot find module './logo.png' from main.js: images are .svg files of the room.",
  });
});

test.each([
  ['./a', 'main.js', 'a.js'],
  ['./a.js', 'lib/b.ts', 'lib/a.ts'],
  ['../a', 'lib/b.ts', 'a.js'],
  ['.', 'lib/b.ts', 'lib/index.ts'],
  ['/lib', 'main.js', 'lib/index.ts'],
  ['./none', 'main.js', null],
])('resolves %j in %j to %j', (path, from, name) => {
  expect(resolveFile(path, from, new Set(['a.js', 'lib/a.ts', 'lib/b.ts', 'lib/index.ts']))).toBe(name);
});
