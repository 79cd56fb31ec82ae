import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlainReader } from './plain-reader.ts';
import { applyDelta, textDelta } from './text-delta.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a text that crossed what its reader sent does not stay on its screen', () => {
  let document = 'abc';
  const pushes: { code: string; acknowledged: () => void }[] = [];
  const push = { push: (code: string, acknowledged: () => void) => pushes.push({ code, acknowledged }) };
  const reader = new PlainReader('participant', () => document, { ...push, isSlow: () => false });
  const change = (text: string) => {
    const delta = textDelta(document, text);
    document = text;
    reader.documentChanged(delta);
    vi.advanceTimersByTime(100);
  };
  change('abcd');
  pushes.at(-1)?.acknowledged();
  change('abcdX');
  reader.receive('abcdY', (edit) => {
    document = applyDelta(document, edit);
    reader.documentChanged(edit);
  });
  change('abcdY');
  expect(pushes.map(({ code }) => code)).toEqual(['abcd', 'abcdX']);
  pushes.at(-1)?.acknowledged();
  vi.advanceTimersByTime(100);
  expect(pushes.at(-1)?.code).toBe('abcdY');
  reader.close();
});
