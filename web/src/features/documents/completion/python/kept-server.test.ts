import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveBackServer, takeServer } from './kept-server.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(): void {}
      terminate(): void {}
    },
  );
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('keeps the server of an editor while a file of another language is shown', () => {
  const files = { current: null };
  const server = takeServer(files);
  giveBackServer(files, server);
  vi.advanceTimersByTime(59_000);
  expect(takeServer(files)).toBe(server);
  vi.advanceTimersByTime(120_000);
  expect(server.isOver).toBe(false);
  giveBackServer(files, server);
  vi.advanceTimersByTime(60_000);
  expect(server.isOver).toBe(true);
  const next = takeServer(files);
  expect(next).not.toBe(server);
  giveBackServer(files, next);
});

test('ends the server that another editor gave back', () => {
  const files = { current: null };
  const server = takeServer(files);
  giveBackServer(files, server);
  const others = { current: null };
  const other = takeServer(others);
  expect([server.isOver, other.isOver]).toEqual([true, false]);
  giveBackServer(others, other);
});
