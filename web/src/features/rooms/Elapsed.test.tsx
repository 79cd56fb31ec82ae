import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '../../shared/api/server-time.ts';
import { Elapsed } from './Elapsed.tsx';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

const pass = (spanMs: number) =>
  act(() => {
    vi.advanceTimersByTime(spanMs);
  });

test.each([
  [-5_000, '0:00'],
  [0, '0:00'],
  [59_999, '0:59'],
  [61_000, '1:01'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('shows %d ms as %s', (span, text) => {
  render(<Elapsed since={new Date(Date.now() - span).toISOString()} isOver />);
  expect(screen.getByRole('timer').textContent).toBe(text);
});

test('counts until the interview is over', () => {
  const timer = () => screen.getByRole('timer', { name: 'Elapsed time' }).textContent;
  const { rerender } = render(<Elapsed since="2026-11-20T09:58:30Z" isOver={false} />);
  expect(timer()).toBe('1:30');
  pass(2_000);
  expect(timer()).toBe('1:32');
  rerender(<Elapsed since="2026-11-20T09:58:30Z" isOver />);
  pass(60_000);
  expect(timer()).toBe('1:32');
});

test("shows the server's time if the device's clock is fast", () => {
  const serverTime = Date.parse('2026-11-20T09:00:00Z');
  noteServerTime({ from: serverTime, to: serverTime, sentAt: performance.now() });
  render(<Elapsed since="2026-11-20T08:59:30Z" isOver={false} />);
  expect(screen.getByRole('timer').textContent).toBe('0:30');
  pass(2_000);
  expect(screen.getByRole('timer').textContent).toBe('0:32');
});
