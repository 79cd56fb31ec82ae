import { describe, expect, test } from 'vitest';
import { describeError, scriptError } from './script-error.ts';

const url = 'blob:null/96e9e874-53ca-4691-bdfa-7eb14ebbcc5d';
const runner = 'blob:null/29bcbc91-6d0e-407f-bd83-8e8fa850c684';

/** Returns an error as an engine throws it. */
const thrown = (error: Error, stack: string, more: object = {}) => Object.assign(error, { stack, ...more });

/** Stacks of one program: its first line calls a method, which calls a function in a callback. */
const STACKS = {
  Chromium: `TypeError: no x\n    at f (${url}:2:8)\n    at ${url}:5:33\n    at Array.map (<anonymous>)\n    at A.run (${url}:5:23)\n    at ${url}:6:9\n    at ${runner}:15:1234`,
  Firefox: `f@${url}:2:8\nrun/<@${url}:5:33\nA.run@${url}:5:23\n@${url}:6:9\n$/<@${runner}:15:1234\n`,
  WebKit: `f@${url}:2:8\n@${url}:5:33\nmap@[native code]\nA.run@${url}:5:23\nglobal code@${url}:6:9\nimportScripts@[native code]\n@${runner}:15:1234`,
};

describe.each(Object.entries(STACKS))('an error of %s', (_engine, stack) => {
  const error = thrown(new TypeError('no x'), stack);
  const uncaught = { error, message: 'Uncaught TypeError: no x', line: null, column: null };

  test('has the position of its innermost frame', () => {
    expect(scriptError(uncaught, url)).toEqual({ name: 'TypeError', message: 'no x', line: 2, column: 8 });
  });

  test('shows the frames of the program as V8 writes them', () => {
    expect(describeError(scriptError(uncaught, url), error, url, 'main.js')).toBe(
      'Uncaught TypeError: no x\n    at f (main.js:2:8)\n    at main.js:5:33\n    at A.run (main.js:5:23)\n    at main.js:6:9\n',
    );
  });
});

test.each([
  [`async*later@${url}:3:5`, 'later (main.js:3:5)'],
  [`setTimeout handler*@${url}:3:5`, 'main.js:3:5'],
  [`outer/inner@${url}:3:5`, 'inner (main.js:3:5)'],
  [`module code@${url}:3:5`, 'main.js:3:5'],
  [`async later@${url}:3:5`, 'async later (main.js:3:5)'],
])('writes the frame %s like V8', (frame, shown) => {
  const error = thrown(new Error('far'), frame);
  expect(describeError(scriptError({ error, message: '', line: null, column: null }, url), error, url, 'main.js')).toBe(
    `Uncaught Error: far\n    at ${shown}\n`,
  );
});

describe.each([
  ['Firefox', `Wrong@${url}:3:5\nWorse@${url}:8:5\ncheck@${url}:12:9\n@${url}:14:1`],
  ['WebKit', `Wrong@${url}:3:10\nWorse@${url}:8:10\ncheck@${url}:12:9\nglobal code@${url}:14:1`],
])('an error of a class of the program in %s', (_engine, stack) => {
  class Wrong extends Error {}
  class Worse extends Wrong {}
  const error = thrown(new Worse('bad'), stack);
  const shown = scriptError({ error, message: '', line: 3, column: 5 }, url);

  test('has the position at which it is thrown', () => {
    expect(shown).toMatchObject({ line: 12, column: 9 });
  });

  test('has no frames of its constructors, as in V8', () => {
    expect(describeError(shown, error, url, 'main.js')).toBe(
      'Uncaught Error: bad\n    at check (main.js:12:9)\n    at main.js:14:1\n',
    );
  });
});

test('shows ten frames of an endless recursion', () => {
  const error = thrown(new RangeError('too deep'), `sum@${url}:1:30\n`.repeat(128));
  const shown = describeError(
    scriptError({ error, message: '', line: null, column: null }, url),
    error,
    url,
    'main.js',
  );
  expect(shown.match(/at sum/g)).toHaveLength(10);
});

test('leaves out the wrong column of a syntax error in WebKit', () => {
  const stack = `importScripts@[native code]\n@${runner}:15:1234`;
  const error = thrown(new SyntaxError("Unexpected token ';'"), stack, { line: 15, column: 1234, sourceURL: runner });
  const uncaught = { error, message: "SyntaxError: Unexpected token ';'", line: 2, column: 1234 };
  expect(scriptError(uncaught, url)).toMatchObject({ line: 2, column: null });
});

test('keeps the column of a syntax error in the other engines', () => {
  const error = thrown(new SyntaxError('expected expression'), `$/<@${runner}:15:1234`);
  expect(scriptError({ error, message: '', line: 2, column: 9 }, url)).toMatchObject({ line: 2, column: 9 });
});

test.each(['Uncaught text', 'uncaught exception: text'])('names what was thrown in %s', (message) => {
  expect(scriptError({ error: 'text', message, line: 1, column: 1 }, url).message).toBe('text');
});
