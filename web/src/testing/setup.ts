import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const unexpected: string[] = [];

// A test that means to provoke a console error gives console.error a spy of its own; any other error fails it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(unexpected.splice(0), 'console.error was called').toEqual([]);
});
