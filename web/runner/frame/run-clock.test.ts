import { INPUT_WAIT_MS, INPUT_WAITS_MS } from '@cip/contracts/runs/run-limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunClock } from './run-clock.ts';

const LIMIT_MS = 1_000;
let expired: string[];
let clock: RunClock;

beforeEach(() => {
  vi.useFakeTimers();
  expired = [];
  clock = new RunClock(LIMIT_MS, (reason) => expired.push(reason));
  clock.start();
});
afterEach(() => vi.useRealTimers());

test('counts waits neither for the limit nor as running time', () => {
  vi.advanceTimersByTime(400);
  expect(clock.pause()).toBe(true);
  vi.advanceTimersByTime(INPUT_WAIT_MS - 1);
  expect(clock.resume()).toBe(true);
  vi.advanceTimersByTime(599);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(['time_limit']);
  expect(clock.stop()).toBe(LIMIT_MS);
});

test('ends a single wait at its own bound', () => {
  clock.pause();
  vi.advanceTimersByTime(INPUT_WAIT_MS);
  expect(expired).toEqual(['no_input']);
});

test('ends all waits together at their common bound', () => {
  const each = INPUT_WAIT_MS - 1_000;
  for (let waited = 0; waited + each < INPUT_WAITS_MS; waited += each) {
    clock.pause();
    vi.advanceTimersByTime(each);
    clock.resume();
  }
  clock.pause();
  vi.advanceTimersByTime(each);
  expect(expired).toEqual(['no_input']);
});

test('ignores a second request and an unrequested answer', () => {
  expect(clock.resume()).toBe(false);
  expect(clock.pause()).toBe(true);
  expect(clock.pause()).toBe(false);
  clock.stop();
  expect(clock.resume()).toBe(false);
  expect(clock.pause()).toBe(false);
  vi.advanceTimersByTime(INPUT_WAITS_MS);
  expect(expired).toEqual([]);
});
