/** A program whose words or places engines report in different ways. */
interface EngineProgram {
  language: string;
  code: string;
  stdin?: string;
  /** What it prints. */
  out?: string;
  /** Parts of its error that are the same in every engine, except that WebKit has no column. */
  error?: { name?: string; message?: RegExp; line: number | null; column?: number };
}

const lines = (...all: string[]) => all.join('\n');
const TOO_DEEP = /^This recursion is too deep for this browser\.$/;

/** Programs for every engine, by what they show. */
export const ENGINE_PROGRAMS: Readonly<Record<string, EngineProgram>> = {
  'the error of a module': {
    language: 'javascript',
    code: "const assert = require('assert');\nassert.equal(1, 2);",
    error: { name: 'AssertionError', message: /^1 == 2$/, line: 2 },
  },
  'the error of a package in a timer': {
    language: 'javascript',
    code: "const { expect } = require('expect');\nsetTimeout(() => {\n  expect(1).toBe(2);\n});",
    error: { name: 'AssertionError', message: /^expected 1 to be 2/, line: 3 },
  },
  'an error of an own class': {
    language: 'javascript',
    code: lines(
      'class Wrong extends Error {',
      '  constructor(message) {',
      '    super(message);',
      "    this.name = 'Wrong';",
      '  }',
      '}',
      "throw new Wrong('bad');",
    ),
    error: { name: 'Wrong', message: /^bad$/, line: 7 },
  },
  'a syntax error below imports': {
    language: 'javascript',
    code: "import fs from 'fs';\nimport { sum } from 'lodash';\nlet b = ;",
    error: { name: 'SyntaxError', line: 3 },
  },
  'a syntax error below an await outside of functions': {
    language: 'javascript',
    code: 'const a = await 1\nlet b = ;',
    error: { name: 'SyntaxError', line: 2 },
  },
  'the column of a syntax error': {
    language: 'javascript',
    code: 'let a = 1;\nlet b = ;',
    error: { name: 'SyntaxError', line: 2, column: 9 },
  },
  'a missing package': {
    language: 'typescript',
    code: "const a: number = 1;\nimport express from 'express';\nexpress(a);",
    error: { message: /^Cannot find module 'express': programs have no packages here besides lodash/, line: 2 },
  },
  'packages and tests': {
    language: 'javascript',
    code: lines(
      "import { chunk } from 'lodash';",
      "import get from 'lodash/get';",
      "test('chunks', async () => expect(chunk([1, 2, 3], 2)).toEqual([[1, 2], [3]]));",
      "test('gets', () => { expect(get({ a: 1 }, 'b')).toBe(1); });",
    ),
    error: { name: 'AssertionError', message: /^expected undefined to be 1/, line: 4 },
  },
  'carriage returns, backspaces and colours as they are': {
    language: 'javascript',
    code: "process.stdout.write('10%\\r50%\\ra\\bb\\t\\x1b[31mred\\x1b[0m\\n');",
    out: '10%\r50%\ra\bb\t\u001B[31mred\u001B[0m\n',
  },
  'loops of asyncio outside of functions': {
    language: 'python',
    code: lines(
      'import asyncio',
      'async def main():',
      '    return await asyncio.gather(asyncio.sleep(0, 1), asyncio.to_thread(lambda: 2))',
      'print(asyncio.run(main()))',
      'print(asyncio.new_event_loop().run_until_complete(main()))',
      'with asyncio.Runner() as runner: print(runner.run(main()))',
    ),
    out: '[1, 2]\n[1, 2]\n[1, 2]\n',
  },
  'a recursion of 5000 calls in Python': {
    language: 'python',
    code: 'import sys\nsys.setrecursionlimit(10_000)\ndef f(n): return n and 1 + f(n - 1)\nprint(f(5_000))',
    out: '5000\n',
  },
  'a recursion through functions in C of Python': {
    language: 'python',
    code: 'def f(n): return max(map(f, [n + 1]))\ntry: f(0)\nexcept RecursionError: print("caught")',
    out: 'caught\n',
  },
  'a recursion of 9000 calls in Ruby': {
    language: 'ruby',
    code: 'def f(n) = n == 0 ? 0 : 1 + f(n - 1)\nputs f(9_000)',
    out: '9000\n',
  },
  'an endless recursion through blocks of Ruby': {
    language: 'ruby',
    code: '# a comment\ndef f(n) = [n].map { |x| f(x + 1) }\nf(0)',
    error: { name: 'SystemStackError', message: TOO_DEEP, line: 2 },
  },
  'an endless recursion in C': {
    language: 'c',
    code: 'int f(int n) { volatile char a[9]; a[0] = n; return n < 0 ? 0 : f(n + 1) + a[0]; }\nint main(void) { return f(0); }',
    error: { name: 'Aborted', message: /^The recursion is too deep: the stack is full\.$/, line: null },
  },
  'memory outside of a program in C': {
    language: 'c',
    code: 'int main(void) { volatile char *p = (char *)0x7fffffff; *p = 1; return p[0]; }',
    error: { name: 'Aborted', message: /^The program used memory that is not its own\.$/, line: null },
  },
  'lines of COPY': {
    language: 'sql',
    code: 'CREATE TABLE pets (id int, name text);\nCOPY pets (id, name) FROM stdin;\n1\tRex\n2\tMia\n\\.\nSELECT 1 / (count(*) - 2) FROM pets;',
    out: 'CREATE TABLE\nCOPY 2\n',
    error: { message: /^division by zero$/, line: 6 },
  },
};
