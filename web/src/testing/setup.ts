import { afterEach, beforeEach, expect, vi } from 'vitest';

const unexpected: string[] = [];

// An unexpected console error fails the test; a test that expects one replaces console.error with its own spy.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(unexpected.splice(0), 'console.error was called').toEqual([]);
});
