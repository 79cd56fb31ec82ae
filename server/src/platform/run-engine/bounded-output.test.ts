import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX, PIECES_MAX, PIECES_PER_SECOND } from '@cip/contracts/runs/run-limits';
import { BoundedOutput } from './bounded-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collect() {
  const pieces: string[] = [];
  const output = new BoundedOutput((stream, text) => pieces.push(`${stream}:${text}`));
  return { output, pieces };
}

it('delivers the first piece immediately and joins the following ones', () => {
  const { output, pieces } = collect();

  output.write('out', 'a');
  output.write('out', 'b');
  output.write('err', 'c');
  output.write('out', 'd');
  expect(pieces).toEqual(['out:a']);
  vi.advanceTimersByTime(200);

  expect(pieces).toEqual(['out:a', 'out:bd', 'err:c']);
});

it('delivers no more pieces than the room allows for the longest run', () => {
  const { output, pieces } = collect();

  for (let ms = 0; ms < 30_000; ms += 5) {
    output.write(ms % 2 ? 'out' : 'err', 'x');
    vi.advanceTimersByTime(5);
  }
  output.end();

  expect(pieces.length).toBeLessThanOrEqual(30 * PIECES_PER_SECOND + 4);
  expect(pieces.length).toBeLessThanOrEqual(PIECES_MAX);
});

it('delivers the waiting output at the end, and nothing afterwards', () => {
  const { output, pieces } = collect();
  output.write('out', 'a');
  output.write('out', 'b');

  expect(output.end()).toEqual({ omitted: 0, tail: '' });
  output.write('out', 'late');
  vi.advanceTimersByTime(1_000);

  expect(pieces).toEqual(['out:a', 'out:b']);
  expect(vi.getTimerCount()).toBe(0);
});

it('counts the characters between the streamed part and the tail', () => {
  const { output, pieces } = collect();

  for (let i = 0; i < 1_000; i++) output.write('out', 'x'.repeat(100));
  const { omitted, tail } = output.end();

  const streamed = pieces.join('').replaceAll('out:', '');
  expect(streamed).toHaveLength(OUTPUT_HEAD_MAX);
  expect(tail).toHaveLength(OUTPUT_TAIL_MAX);
  expect(omitted).toBe(100_000 - OUTPUT_HEAD_MAX - OUTPUT_TAIL_MAX);
});

it('splits no character at its limits', () => {
  const { output, pieces } = collect();

  output.write('out', `x${'😀'.repeat(50_000)}y`);
  const { omitted, tail } = output.end();

  const streamed = pieces.join('').replace('out:', '');
  expect(streamed.isWellFormed() && tail.isWellFormed()).toBe(true);
  expect(streamed.length + omitted + tail.length).toBe(100_002);
  expect(streamed.length).toBe(OUTPUT_HEAD_MAX - 1);
  expect(tail.length).toBe(OUTPUT_TAIL_MAX - 1);
});

it('keeps the order if a character does not fit into the streamed part', () => {
  const { output, pieces } = collect();
  output.write('out', 'x'.repeat(OUTPUT_HEAD_MAX - 1));

  output.write('out', '😀');
  output.write('out', 'y');

  expect(output.end()).toEqual({ omitted: 0, tail: '😀y' });
  expect(pieces.join('').replaceAll('out:', '')).toBe('x'.repeat(OUTPUT_HEAD_MAX - 1));
});
