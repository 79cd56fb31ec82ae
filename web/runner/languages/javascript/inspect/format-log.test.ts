import { expect, test } from 'vitest';
import { formatLog, formatTable } from './format-log.ts';
import { inspect } from './inspect.ts';

class Point {
  x = 1;
  #hidden = 2;
  get double() {
    return this.#hidden;
  }
}
test.each([
  [['50%% off'], '50%% off'],
  [['50%% off', 1], '50% off 1'],
  [['%d and %i', 5n, 6n], '5n and 6n'],
])('formats only with further arguments (%#)', (values, text) => {
  expect(formatLog(values)).toBe(text);
});

test('shows as much as its options and its defaults say', () => {
  const [tree, list] = [{ a: { b: { c: { d: 1 } } } }, Array.from({ length: 120 }, () => 1)];
  expect(inspect(tree, false, null)).toContain('d: 1');
  expect(inspect(list)).toContain('... 20 more items');
  expect(inspect(list, { maxArrayLength: null })).not.toContain('more items');
  expect(inspect('x'.repeat(30), { maxStringLength: 10 })).toBe("'xxxxxxxxxx'... 20 more characters");
  inspect.defaultOptions.depth = null;
  expect(formatLog([tree])).toContain('d: 1');
  inspect.defaultOptions.depth = 2;
});

const circle: Record<string, unknown> = { name: 'c' };
circle['self'] = circle;

test.each([
  [{ a: 1, 'b-c': [1, 'x'] }, "{ a: 1, 'b-c': [ 1, 'x' ] }"],
  [[], '[]'],
  [Object.assign(Array.from({ length: 3 }), { 1: 5 }).fill(undefined, 0, 1), '[ undefined, 5, undefined ]'],
  [new Map([['k', { v: 1 }]]), "Map(1) { 'k' => { v: 1 } }"],
  [new Set([1]), 'Set(1) { 1 }'],
  [new Point(), 'Point { x: 1 }'],
  [circle, "<ref *1> { name: 'c', self: [Circular *1] }"],
  [{ a: { b: { c: { d: 1 } } } }, '{ a: { b: { c: [Object] } } }'],
  [Object.create(null), '[Object: null prototype] {}'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [-0, '-0'],
  [10n, '10n'],
  ["it's", '"it\'s"'],
  [new Uint8Array([1, 2]), 'Uint8Array(2) [ 1, 2 ]'],
  [function named() {}, '[Function: named]'],
  [Point, '[class Point]'],
  [undefined, 'undefined'],
])('shows a value like Node.js: %#', (value, shown) => {
  expect(inspect(value)).toBe(shown);
});

test.each([
  ['V8', 'SyntaxError: Unexpected token\n    at parse (main.js:1:8)\n'],
  ['SpiderMonkey', '@blob:null/cc214ea7:2:8\n$/<@blob:null/29bcbc91:15:1234\n'],
  ['JavaScriptCore', 'parse@[native code]\nglobal code@blob:null/cc214ea7:2:13\nimportScripts@[native code]'],
])('shows name and message of an error with a stack from %s', (_engine, stack) => {
  const error = Object.assign(new SyntaxError('Unexpected token'), { stack });
  expect(formatLog(['Could not read it:', error, [error]])).toBe(
    'Could not read it: SyntaxError: Unexpected token [ SyntaxError: Unexpected token ]',
  );
});

test('shows the name that an error gives itself', () => {
  expect(inspect(Object.assign(new Error('x'), { name: 'Refused' }))).toBe('Refused: x');
  expect(inspect(new RangeError())).toBe('RangeError');
});

test('bounds what it shows of a long list', () => {
  const shown = inspect(Array.from({ length: 5_000 }, (_each, index) => index));
  expect(shown).toContain('... 4900 more items');
  expect(shown.length).toBeLessThan(1_000);
});

test('fills in the format of a log', () => {
  expect(formatLog(['%s is %d%%, %i, %j', 'a', 4.5, 4.5, { b: 1 }, 'rest'])).toBe('a is 4.5%, 4, {"b":1} rest');
  expect(formatLog(['%s'])).toBe('%s');
  expect(formatLog([1, 'a', ['b']])).toBe("1 a [ 'b' ]");
});

test('draws a table of rows', () => {
  expect(formatTable([{ a: 1 }, { b: 'x' }])).toBe(
    [
      '┌─────────┬───┬─────┐',
      '│ (index) │ a │ b   │',
      '├─────────┼───┼─────┤',
      '│ 0       │ 1 │     │',
      "│ 1       │   │ 'x' │",
      '└─────────┴───┴─────┘',
    ].join('\n'),
  );
  expect(formatTable(5)).toBeNull();
});

test('shows an object of any number of properties', { tags: ['long'] }, () => {
  const big = Object.fromEntries(Array.from({ length: 200_000 }, (_each, index) => [`k${index}`, 0]));
  expect(inspect(big)).toContain('k199999: 0');
});
