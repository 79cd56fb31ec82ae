import { OUTPUT_HEAD_MAX, PIECES_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedOutput } from './paced-output.ts';

let pieces: { at: number; stream: string; text: string }[];
let output: PacedOutput;
beforeEach(() => {
  vi.useFakeTimers();
  pieces = [];
  output = new PacedOutput((stream, text) => pieces.push({ at: performance.now(), stream, text }));
});
afterEach(() => void vi.useRealTimers());

const text = (stream?: string) =>
  pieces.flatMap((piece) => (stream === undefined || piece.stream === stream ? [piece.text] : [])).join('');
const finish = async () => {
  const finished = output.finish();
  await vi.runAllTimersAsync();
  await finished;
};

test('emits the first piece immediately and collects the text that follows', async () => {
  output.add('out', 'a');
  expect(pieces).toHaveLength(1);
  for (const letter of 'bcd') output.add('out', letter);
  expect(pieces).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(pieces.map((piece) => piece.text)).toEqual(['a', 'bcd']);
});

test('emits no more pieces than allowed in any second, in the order of each stream', async () => {
  for (let index = 0; index < 300; index++) {
    output.add(index % 3 === 0 ? 'err' : 'out', `${index};`);
    await vi.advanceTimersByTimeAsync(10);
  }
  await finish();
  const all = Array.from({ length: 300 }, (_each, index) => `${index};`);
  expect(text('out')).toBe(all.filter((_each, index) => index % 3 !== 0).join(''));
  expect(text('err')).toBe(all.filter((_each, index) => index % 3 === 0).join(''));
  for (const { at } of pieces)
    expect(pieces.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(
      PIECES_PER_SECOND,
    );
});

test('emits the rest without delay when the program ends', async () => {
  output.add('out', 'a');
  output.add('out', 'b');
  await output.finish();
  expect(text()).toBe('ab');
});

test('keeps streams apart and tables whole', async () => {
  output.add('out', 'a');
  output.add('table', '{"rows":1}');
  output.add('table', '{"rows":2}');
  output.add('err', 'e');
  await finish();
  expect(pieces.map(({ stream, text: piece }) => [stream, piece])).toEqual([
    ['out', 'a'],
    ['table', '{"rows":1}'],
    ['table', '{"rows":2}'],
    ['err', 'e'],
  ]);
});

test('drops and counts the excess over the bound', async () => {
  output.add('out', 'x'.repeat(OUTPUT_HEAD_MAX - 1));
  output.add('table', '{"rows":[]}');
  output.add('out', '💡');
  output.add('err', 'late');
  await finish();
  expect(text()).toHaveLength(OUTPUT_HEAD_MAX);
  expect(output.omitted).toBe('{"rows":[]}'.length + 2 + 3);
});

test('emits no more pieces than a run may have', async () => {
  for (let index = 0; index < PIECES_MAX + 20; index++) output.add('table', '[]');
  await finish();
  expect(pieces).toHaveLength(PIECES_MAX);
  expect(output.omitted).toBe(40);
});

test('replaces characters that the wire refuses', async () => {
  output.add('out', 'a\0b\uD800c');
  await finish();
  expect(text()).toBe('a\uFFFDb\uFFFDc');
});

const PAIRS = Array.from({ length: 150 }, (_each, index) => index);
const SECOND_MS = 1_000;

test('emits two streams that alternate within a second of their end', async () => {
  for (const index of PAIRS) {
    output.add('out', `${index}\n`);
    output.add('err', `e${index}\n`);
  }
  const finished = output.finish();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  await finished;
  expect(pieces.length).toBeLessThanOrEqual(PIECES_PER_SECOND);
  expect(text('out')).toBe(PAIRS.map((index) => `${index}\n`).join(''));
  expect(text('err')).toBe(PAIRS.map((index) => `e${index}\n`).join(''));
  expect(output.omitted).toBe(0);
});

test.each(['table', 'in'] as const)('keeps text behind a piece of the stream %s before it', async (fixed) => {
  for (let index = 0; index < 12; index++) output.add(index % 2 === 0 ? 'out' : 'err', 'before ');
  output.add(fixed, '[]');
  for (let index = 0; index < 12; index++) output.add(index % 2 === 0 ? 'out' : 'err', 'after ');
  output.add('in', 'answer');
  await finish();
  const whole = text();
  expect(whole.slice(0, whole.indexOf('[]'))).toBe('before '.repeat(12));
  expect(whole.slice(whole.indexOf('[]'))).toBe(`[]${'after '.repeat(12)}answer`);
});

test('drops and counts what still waits', async () => {
  for (let index = 0; index < 100; index++) output.add('table', '[]');
  const finished = output.finish();
  output.drop();
  await finished;
  expect(pieces).toHaveLength(PIECES_PER_SECOND);
  expect(output.omitted).toBe(2 * (100 - PIECES_PER_SECOND));
  await vi.runAllTimersAsync();
  expect(pieces).toHaveLength(PIECES_PER_SECOND);
});

test('emits everything immediately without a pace', () => {
  output = new PacedOutput((stream, piece) => pieces.push({ at: performance.now(), stream, text: piece }), true);
  for (let index = 0; index < PIECES_MAX + 20; index++) output.add('table', '[]');
  expect(pieces).toHaveLength(PIECES_MAX + 20);
  expect(output.omitted).toBe(0);
});
