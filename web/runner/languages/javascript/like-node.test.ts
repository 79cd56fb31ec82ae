/// <reference types="node" />
import * as nodeAssert from 'node:assert';
import { Buffer as NodeBuffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import nodePath from 'node:path';
import { inspect as nodeInspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Buffer } from './buffer.ts';
import { EventLoop } from './event-loop.ts';
import { inspect } from './inspect/inspect.ts';
import { assertModule } from './more/assert.ts';
import { cryptoModule } from './more/crypto.ts';
import { isDeepEqual } from './more/deep-equal.ts';
import { pathModule } from './more/path.ts';

/** Returns numbers from 0 to 1 that are the same each time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

const LETTERS = 'abcdef ghij\n\'"-x'.repeat(6);

/** Returns a random value with lists and objects in it. */
function randomValue(random: () => number, depth = 0): unknown {
  const inner = () => randomValue(random, depth + 1);
  const many = (most: number) => Array.from({ length: Math.floor(random() * random() * most) });
  const kind = random();
  if (depth > 4 || kind < 0.25) return [1, -0, 2.5, 1e21, 10n, true, null, undefined][Math.floor(random() * 8)];
  if (kind < 0.5) return LETTERS.slice(Math.floor(random() * 20), Math.floor(random() * 90));
  if (kind < 0.6) return many(120).map(() => Math.floor(random() * 10 ** Math.floor(random() * 6)));
  if (kind < 0.75) return many(20).map(inner);
  if (kind < 0.8) return new Map(many(6).map(() => [inner(), inner()]));
  if (kind < 0.85) return new Set(many(6).map(inner));
  return Object.fromEntries(
    many(9).map((_each, index) => [`${random() < 0.5 ? 'long_name' : 'a-b'}${index}`, inner()]),
  );
}

test.each([{}, { depth: 0 }, { depth: null }, { compact: false, breakLength: Infinity }])(
  'shows values as util.inspect does with %j',
  (options) => {
    const random = randomNumbers(7);
    for (let count = 0; count < 300; count++) {
      const value = randomValue(random);
      expect(inspect(value, options)).toBe(nodeInspect(value, options));
    }
  },
);

describe('path', () => {
  const PATHS = ['', '/', '.', '..', 'a', 'a/b.txt', '/a//b/../c/', './x.tar.gz', '../../a', '/a/b/', '.hidden', 'a.'];

  test.each(PATHS)('splits and normalizes %j as Node.js', (path) => {
    for (const name of ['basename', 'dirname', 'extname', 'normalize', 'isAbsolute', 'parse'] as const)
      expect([name, pathModule[name](path)]).toEqual([name, nodePath[name](path)]);
  });

  test('joins and relates paths as Node.js', () => {
    for (const one of PATHS)
      for (const other of PATHS) {
        expect(pathModule.join(one, other)).toBe(nodePath.join(one, other));
        expect(pathModule.resolve('/r', one, other)).toBe(nodePath.resolve('/r', one, other));
        expect(pathModule.relative(`/r/${one}`, `/r/${other}`)).toBe(nodePath.relative(`/r/${one}`, `/r/${other}`));
      }
  });
});

test.each(['md5', 'sha1', 'sha256'])('hashes as Node.js by %s', (name) => {
  const { createHash: hash, createHmac: hmac } = cryptoModule({ Buffer, loop: new EventLoop(() => undefined) });
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 1_000]) {
    const text = 'aé'.repeat(length).slice(0, length);
    expect(hash(name).update(text).digest('hex')).toBe(createHash(name).update(text).digest('hex'));
    expect(hmac(name, text).update('x').digest('base64')).toBe(createHmac(name, text).update('x').digest('base64'));
  }
});

test('encodes and decodes as the Buffer of Node.js', () => {
  for (const text of ['', 'a', 'ab', 'héllo €', '😀x'])
    for (const encoding of ['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le'] as const) {
      const [ours, nodes] = [Buffer.from(text as never), NodeBuffer.from(text)];
      expect(ours.toString(encoding)).toBe(nodes.toString(encoding));
      const shown = nodes.toString(encoding);
      expect([...Buffer.from(shown as never, encoding)]).toEqual([...NodeBuffer.from(shown, encoding)]);
    }
});

class Point {
  x = 1;
}
const VALUES: unknown[] = [
  [0, -0, Number.NaN, 1, '1', true, null, undefined, 1n, 'a', Symbol.iterator],
  [{}, { a: 1 }, { a: '1' }, { a: undefined }, Object.create(null), new Point(), { x: 1 }, () => 1],
  [[], [1], ['1'], [undefined], Array.from({ length: 1 }), Object.assign([], { length: 1 })],
  [
    new Date(0),
    new Date(1),
    /a/g,
    /a/,
    new Error('a'),
    new TypeError('a'),
    new Number(1),
    new String('a'),
    Object('a'),
  ],
  [new Map<unknown, unknown>([[1, { a: 1 }]]), new Map([['1', { a: 1 }]]), new Map()],
  [new Set<unknown>([1]), new Set(['1']), new Set([{ a: 1 }])],
  [new Uint8Array([1]), new Uint8Array([2]), new Uint16Array([1])],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, { [Symbol.iterator]: 1 }],
].flat();

test('compares as assert.deepStrictEqual and deepEqual', () => {
  const holds = (check: (one: unknown, other: unknown) => void, one: unknown, other: unknown) => {
    try {
      check(one, other);
      return true;
    } catch {
      return false;
    }
  };
  const wrong: string[] = [];
  for (const one of VALUES)
    for (const other of [...VALUES, structuredCloneOf(one)]) {
      const isStrict = isDeepEqual(one, other) === holds(nodeAssert.deepStrictEqual, one, other);
      const isLoose = isDeepEqual(one, other, false) === holds(nodeAssert.deepEqual, one, other);
      if (!isStrict || !isLoose) wrong.push(`${nodeInspect(one)} and ${nodeInspect(other)}`);
    }
  expect(wrong).toEqual([]);
});

function structuredCloneOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

test('compares values that contain themselves', () => {
  const circle = (): Record<string, unknown> => {
    const value: Record<string, unknown> = { a: 1 };
    value['self'] = value;
    return value;
  };
  expect(isDeepEqual(circle(), circle())).toBe(true);
});

test.each([
  ['strictEqual', 1, 2],
  ['strictEqual', { a: 1 }, { a: 1 }],
  ['strictEqual', 'a'.repeat(50), 'b'.repeat(50)],
  ['deepStrictEqual', { a: [1, 2, 3], b: 'x' }, { a: [1, 4, 3], b: 'x' }],
  ['deepStrictEqual', [1, 2, 3], [1, 2, 3, 4]],
  ['deepEqual', { a: 1 }, { a: 2 }],
  ['equal', 1, 2],
  ['notEqual', 1, 1],
  ['notStrictEqual', 1, 1],
  ['notDeepStrictEqual', { a: 1 }, { a: 1 }],
  ['match', 'abc', /x/],
] as const)('words the failure of assert.%s as Node.js: %j and %j', (name, actual, expected) => {
  const { assert } = assertModule({ inspect });
  const messageOf = (check: unknown) => {
    try {
      Reflect.apply(check as () => void, undefined, [actual, expected]);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };
  expect(messageOf(assert[name])).toBe(messageOf(nodeAssert[name]));
});
