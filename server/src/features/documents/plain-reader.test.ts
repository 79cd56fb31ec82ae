import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlainReader } from './plain-reader.ts';
import { applyDelta, textDelta, type Delta } from './text-delta.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reader over a document, and what it was sent. */
function aReader(first: string) {
  let document = first;
  const pushes: { code: string; acknowledged: () => void }[] = [];
  const push = { push: (code: string, acknowledged: () => void) => pushes.push({ code, acknowledged }) };
  const reader = new PlainReader('participant', () => document, { ...push, isSlow: () => false });
  const apply = (edit: Delta) => {
    document = applyDelta(document, edit);
    reader.documentChanged(edit);
  };
  return {
    reader,
    pushes,
    texts: () => pushes.map(({ code }) => code),
    /** Somebody else changes the document, and what has to be sent is sent. */
    change(text: string) {
      apply(textDelta(document, text));
      vi.advanceTimersByTime(100);
    },
    receive: (code: string) => reader.receive(code, apply),
  };
}

test('a text that crossed what its reader sent does not stay on its screen', () => {
  const { reader, pushes, texts, change, receive } = aReader('abc');
  change('abcd');
  pushes.at(-1)?.acknowledged();
  change('abcdX');
  receive('abcdY');
  change('abcdY');
  expect(texts()).toEqual(['abcd', 'abcdX']);
  pushes.at(-1)?.acknowledged();
  vi.advanceTimersByTime(100);
  expect(texts().at(-1)).toBe('abcdY');
  reader.close();
});

test('a silent reader that a crossed text may have overwritten is told again, once it has been quiet', () => {
  const { reader, texts, change, receive } = aReader('SELECT 1;');
  change('SELECT ;');
  // Made from the first text, and by chance the one that is under way.
  receive('SELECT ;');
  receive('-SELECT ;');
  vi.advanceTimersByTime(2_900);
  receive('--SELECT ;');
  vi.advanceTimersByTime(2_900);
  expect(texts()).toEqual(['SELECT ;']);
  vi.advanceTimersByTime(200);
  expect(texts()).toEqual(['SELECT ;', '--SELECT ;']);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toHaveLength(2);
  reader.close();
});

test('a silent reader that types after what it was shown is told nothing it sent itself', () => {
  const { reader, texts, change, receive } = aReader('abc');
  change('abcd');
  receive('abcde');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['abcd']);
  reader.close();
});

test('a reader that has gone is sent nothing, though a text was still to come', () => {
  const { reader, texts, change, receive } = aReader('SELECT 1;');
  change('SELECT ;');
  receive('SELECT ;');
  receive('-SELECT ;');
  vi.advanceTimersByTime(2_980);
  reader.pushNow();
  vi.advanceTimersByTime(20);
  expect(texts()).toEqual(['SELECT ;', '-SELECT ;']);
  reader.close();
  change('SELECT 2;');
  expect(texts()).toEqual(['SELECT ;', '-SELECT ;']);
});
