import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveMock } from './LiveMock.tsx';
// Compiled before a test waits for it, because the session loads it late.
import './mock-answers.ts';

/** Longer than the script, and than the longest answer (ms). */
const LONG_MS = 8_000;

beforeEach(() => {
  vi.useFakeTimers();
  allowMotion(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function allowMotion(isAllowed: boolean): void {
  const nothing = () => undefined;
  vi.stubGlobal('matchMedia', () => ({
    matches: !isAllowed,
    addEventListener: nothing,
    removeEventListener: nothing,
  }));
}

const code = () => document.querySelector('pre')?.textContent ?? '';
const dotsMove = () => document.querySelector('[data-moving]')?.getAttribute('data-moving') === 'true';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function write(line: string): Promise<void> {
  const field = screen.getByRole('textbox', { name: 'Your line in the example session' });
  fireEvent.change(field, { target: { value: line } });
  expect(code()).toContain(line);
  fireEvent.submit(field);
  await pass(0);
}

test('shows both participants writing, and stops the dots at the end', async () => {
  render(<LiveMock />);
  expect(screen.getByText('Interviewer is typing...')).toBeTruthy();
  expect(dotsMove()).toBe(true);
  await pass(LONG_MS);
  expect(code()).toContain('HAVING COUNT(*) > 1;');
  expect(code()).toContain('Which index would help?');
  expect(screen.queryByText('Interviewer is typing...')).toBeNull();
  expect(dotsMove()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('types an answer to the visitor’s line, then the dots stop', async () => {
  render(<LiveMock />);
  await write('CREATE INDEX ON orders (placed_at);');
  await pass(700);
  expect(screen.getByText('Interviewer is typing...')).toBeTruthy();
  expect(dotsMove()).toBe(true);
  expect(code()).not.toContain('What does it cost on insert?');
  await pass(LONG_MS);
  expect(code()).toContain('-- Good. What does it cost on insert?');
  expect(screen.getByRole('status').textContent).toBe('Interviewer: -- Good. What does it cost on insert?');
  expect(dotsMove()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('shows the latest ten lines', async () => {
  render(<LiveMock />);
  for (const line of ['one', 'two', 'three']) {
    await write(line);
    await pass(LONG_MS);
  }
  expect(document.querySelectorAll('pre > span')).toHaveLength(10);
  expect(code()).not.toContain('Which customers came back');
  expect(code()).toContain('three');
});

test('moves nothing under reduced motion, and answers immediately', async () => {
  allowMotion(false);
  render(<LiveMock />);
  const before = code();
  expect(dotsMove()).toBe(false);
  await pass(LONG_MS);
  expect(code()).toBe(before);
  await write('Hello!');
  await pass(100);
  expect(code()).toContain('-- Hello! Have a look at the query above.');
  expect(dotsMove()).toBe(false);
});

test('sends nothing for an empty line', async () => {
  render(<LiveMock />);
  await pass(LONG_MS);
  const before = code();
  fireEvent.submit(screen.getByRole('textbox'));
  await pass(LONG_MS);
  expect(code()).toBe(before);
});
