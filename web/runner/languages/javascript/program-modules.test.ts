import { expect, test } from 'vitest';
import { readModules } from './more/syntax.ts';
import { filesFor, firstFiles, modulesByLines } from './program-modules.ts';

/** Returns the names of modules in a program, with how it names them. */
const namedIn = (code: string) => readModules(code).uses.map(({ kind, name }) => `${kind} ${name}`);

test.each([
  ["import 'a';", ['static a']],
  ['import a, { b as c } from \'a\'; import * as d from "b";', ['static a', 'static b']],
  ["export { a } from 'a';\nexport * from 'b'; export * as c from 'c';", ['static a', 'static b', 'static c']],
  ["export const a = 1; export default function b() {} export { a };\nconst from = 'x';", []],
  ["const a = require('a'), { b } = require(`b`);", ['require a']],
  ["await import('a'); import(name); import.meta.url;", ['dynamic a', 'dynamic null']],
  ["const a = 'import x from \"a\"'; // import 'b'\n/* require('c') */ `import 'd' ${1}`; /require('e')/;", []],
  ["object.require('a'); const require2 = 1; a.import;", []],
  ["const { import: a } = {};\nif (x) { require('a') }", ['require a']],
])('finds the modules of %j', (code, named) => {
  expect(namedIn(code)).toEqual(named);
});

test('lists what an import takes, and where its module stands', () => {
  const code = "import a, { b, c as d, default as e } from 'fs';";
  const [use] = readModules(code).uses;
  expect(use?.imported).toEqual(['b', 'c']);
  expect(code.slice(use?.start, use?.end)).toBe("'fs'");
});

test.each([
  ['console.log(1);', []],
  ["require('fs'); require('node:readline');", []],
  ["require('assert'); require('util');", ['js/node']],
  ["require('lodash')", ['js/syntax']],
  ["import fs from 'fs'", ['js/syntax']],
  ["test('a', () => expect(1).toBe(1));", ['js/syntax']],
  ['function test() {}\nfunction expect() {}\nfunction it() {}\nfunction describe() {}\ntest();', []],
  ['const tests = [/re/.test(text)];', []],
])('needs for %j at first: %j', (code, files) => {
  expect(firstFiles(code)).toEqual(files);
});

test.each([
  ["import get from 'lodash/get'; require('node:util');", ['js/lodash', 'js/node']],
  ["import 'express'; const text = \"require('react')\";", []],
  ["describe('a', () => { it('b', () => {}); });", ['js/expect']],
  ["const text = \"test('a')\"; /x/.test('y');", []],
  ['cases.forEach((test) => console.log(test.input)); list.map((it) => it.name);', []],
  ["test.each([[1]])('%d', () => {}); expect.any(Number);", ['js/expect']],
  ["import { renderToString } from 'react-dom/server';", ['js/react', 'js/react-dom-server']],
])('needs for %j: %j', (code, files) => {
  expect(filesFor(readModules(code), code)).toEqual(files);
});

test('finds imports by their lines if the program has a wrong syntax', () => {
  const code = "import a from 'a';\nimport {\n  b,\n} from 'b';\nlet c = ;";
  const { isModule, uses } = modulesByLines(code);
  expect([isModule, ...uses.map(({ name, start, end }) => [name, code.slice(start, end)])]).toEqual([
    true,
    ['a', "'a'"],
    ['b', "'b'"],
  ]);
});
