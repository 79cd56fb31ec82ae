import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { startPage } from './page-life.ts';
import { resetPage } from './reset-page.ts';

// A file is a page of its own in a worker that it shares with others: our modules are evaluated anew, because their
// state ends with a page, and libraries, whose evaluation takes most of the time of a start, are shared.
vi.resetModules();
// If a file needs a disk, it imports fake-indexed-db.ts, and finds it empty; if it needs media queries, it stubs them.
for (const name of ['indexedDB', 'matchMedia']) Reflect.deleteProperty(globalThis, name);
const page = startPage();
afterAll(page.end);

const unexpected: string[] = [];

// An unexpected console error fails the test; if a test expects one, it replaces console.error with its own spy.
beforeEach(() => {
  page.beginTest();
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  resetPage();
  page.endTest();
  expect(unexpected.splice(0), 'console.error was called').toEqual([]);
});
