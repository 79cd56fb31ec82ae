import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('opens for half a minute after three failures in a row', () => {
  const breaker = new CircuitBreaker();

  breaker.fail();
  breaker.fail();
  expect(breaker.isOpen).toBe(false);
  breaker.fail();
  expect(breaker.isOpen).toBe(true);
  vi.advanceTimersByTime(29_999);
  expect(breaker.isOpen).toBe(true);
  vi.advanceTimersByTime(1);
  expect(breaker.isOpen).toBe(false);
});

it('opens again with the first failure after the pause', () => {
  const breaker = new CircuitBreaker();
  for (let i = 0; i < 3; i++) breaker.fail();
  vi.advanceTimersByTime(30_000);

  breaker.fail();

  expect(breaker.isOpen).toBe(true);
});

it('counts only failures in a row', () => {
  const breaker = new CircuitBreaker();

  for (let i = 0; i < 5; i++) {
    breaker.fail();
    breaker.fail();
    breaker.succeed();
  }

  expect(breaker.isOpen).toBe(false);
});
