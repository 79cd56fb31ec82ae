import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logProblem } from './log.ts';

const warn = vi.fn<typeof console.warn>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});
afterEach(() => {
  vi.useRealTimers();
  warn.mockClear();
});

test('logs a file that does not load only where the page stays', () => {
  logProblem('Nothing is cached', new TypeError('error loading dynamically imported module: http://localhost/a.js'));
  // If a page is left, it runs no timer.
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(warn).toHaveBeenCalledOnce();
});

test('logs other problems immediately', () => {
  logProblem('The disk is full', new Error('QuotaExceededError'));
  expect(warn).toHaveBeenCalledWith('The disk is full', 'QuotaExceededError');
});
