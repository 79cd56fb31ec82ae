import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlainReader } from './full-text-client.ts';
import { applyDelta, Delta, textDelta } from './text-delta.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reader over a document, and what it was sent. */
function aReader(first: string, earlier?: PlainReader) {
  let document = first;
  const pushes: { code: string; acknowledged: () => void; unanswered: () => void }[] = [];
  const push = {
    push: (code: string, answered: (isShown: boolean) => void) =>
      pushes.push({ code, acknowledged: () => answered(true), unanswered: () => answered(false) }),
  };
  const reader = new PlainReader('participant', () => document, { ...push, isSlow: () => false }, earlier);
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
    document: () => document,
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

/** A reader that comes from a lost node and types before it is shown the first text here, which is still under way. */
async function typedTooSoon() {
  const here = aReader('old');
  here.reader.pushNow();
  vi.advanceTimersByTime(100);
  // On the screen stands what the lost node had taken.
  await here.reader.settle(async () => here.change('old lost'));
  here.receive('old lost 1');
  return here;
}

test('who acknowledges a text that is over takes nothing away before they are shown the newest', async () => {
  const { reader, pushes, receive, document } = await typedTooSoon();
  expect(document()).toBe('old lost 1');

  pushes[0]?.acknowledged();
  await vi.advanceTimersByTimeAsync(0);
  expect(() => receive('old 2')).toThrow('The code has changed meanwhile.');
  expect(document()).toBe('old lost 1');

  // However long the newest is under way.
  vi.advanceTimersByTime(10_000);
  expect(() => receive('old 23')).toThrow('The code has changed meanwhile.');
  expect(pushes.at(-1)?.code).toBe('old lost 1');
  pushes.at(-1)?.acknowledged();
  await vi.advanceTimersByTimeAsync(0);
  receive('old lost 12');
  receive('old');
  expect(document()).toBe('old');
  reader.close();
});

test('who was shown a text that was over, and then falls silent, may erase again', async () => {
  const { reader, pushes, receive, document } = await typedTooSoon();
  pushes[0]?.acknowledged();
  await vi.advanceTimersByTimeAsync(100);
  pushes.at(-1)?.unanswered();
  await vi.advanceTimersByTimeAsync(100);
  expect(() => receive('old')).toThrow('The code has changed meanwhile.');
  vi.advanceTimersByTime(4_000);
  receive('old');
  expect(document()).toBe('old');
  reader.close();
});

test('texts of a lost connection are not taken for those of the new one', () => {
  const before = aReader('a');
  before.change('ab');
  before.change('abc');
  before.reader.close();
  const { reader, pushes, change, receive, document } = aReader('abc', before.reader);
  change('abcd');
  pushes.at(-1)?.acknowledged();
  receive('abcd-');
  expect(document()).toBe('abcd-');
  reader.close();
});

test('a reader that acknowledges no more is sent each text on its own again', () => {
  const { reader, pushes, texts, change } = aReader('a');
  change('ab');
  pushes.at(-1)?.acknowledged();
  change('abc');
  change('abcd');
  expect(texts()).toEqual(['ab', 'abc']);
  pushes.at(-1)?.unanswered();
  vi.advanceTimersByTime(100);
  change('abcde');
  expect(texts()).toEqual(['ab', 'abc', 'abcd', 'abcde']);
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

test('what a silent reader was sent is not kept for an acknowledgement that never comes', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let text = '';
  const waiting: ((isShown: boolean) => void)[] = [];
  const push = { push: (_code: string, answered: (isShown: boolean) => void) => waiting.push(answered) };
  const reader = new PlainReader('participant', () => text, { ...push, isSlow: () => false });
  const send = (n: number) => {
    text = randomBytes(50_000).toString('latin1');
    reader.documentChanged(new Delta().insert(String(n)));
    vi.advanceTimersByTime(100);
  };
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  for (let n = 0; n < 100; n++) send(n);
  const before = heap();
  for (let n = 0; n < 600; n++) send(n);
  expect(waiting).toHaveLength(700);
  expect(heap() - before).toBeLessThan(15_000_000);
  reader.close();
});
