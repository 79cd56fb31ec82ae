import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FullTextClient } from './full-text-client.ts';
import { applyDelta, Delta, textDelta } from './text-delta.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client of a document, and the texts sent to it. */
function openClient(first: string, earlier?: FullTextClient) {
  let document = first;
  const pushes: { code: string; acknowledged: () => void; unanswered: () => void }[] = [];
  const push = {
    push: (code: string, answered: (isShown: boolean) => void) =>
      pushes.push({ code, acknowledged: () => answered(true), unanswered: () => answered(false) }),
  };
  const client = new FullTextClient('participant', () => document, { ...push, isSlow: () => false }, earlier);
  const apply = (edit: Delta) => {
    document = applyDelta(document, edit);
    client.onChange(edit);
  };
  return {
    client,
    pushes,
    texts: () => pushes.map(({ code }) => code),
    /** Another participant changes the document, and pending pushes are sent. */
    change(text: string) {
      apply(textDelta(document, text));
      vi.advanceTimersByTime(100);
    },
    receive: (code: string) => client.receive(code, apply),
    document: () => document,
  };
}

test('pushes the text again when a push crossed what the client sent', () => {
  const { client, pushes, texts, change, receive } = openClient('abc');
  change('abcd');
  pushes.at(-1)?.acknowledged();
  change('abcdX');
  receive('abcdY');
  change('abcdY');
  expect(texts()).toEqual(['abcd', 'abcdX']);
  pushes.at(-1)?.acknowledged();
  vi.advanceTimersByTime(100);
  expect(texts().at(-1)).toBe('abcdY');
  client.close();
});

test('pushes again, once quiet, when a crossed text may have overwritten', () => {
  const { client, texts, change, receive } = openClient('SELECT 1;');
  change('SELECT ;');
  // Typed on the first text, and by chance equal to the one in flight.
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
  client.close();
});

test('pushes nothing that the client sent itself to a client without acknowledgements', () => {
  const { client, texts, change, receive } = openClient('abc');
  change('abcd');
  receive('abcde');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['abcd']);
  client.close();
});

/** The client comes from a crashed node and types while the first text from here is still in flight. */
async function typedTooSoon() {
  const here = openClient('old');
  here.client.pushNow();
  vi.advanceTimersByTime(100);
  // The screen shows the text that the crashed node had applied.
  await here.client.catchUpOnce(async () => here.change('old lost'));
  here.receive('old lost 1');
  return here;
}

test('keeps what a client typed too soon and what it types once its first text shows', async () => {
  const { client, pushes, receive, document } = await typedTooSoon();
  expect(document()).toBe('old lost 1');
  // It replaces the typed text on the screen.
  expect(pushes[0]?.code).toBe('old');
  pushes[0]?.acknowledged();
  await vi.advanceTimersByTimeAsync(0);
  receive('old 2');
  expect(document()).toBe('old lost 1 2');
  client.close();
});

/** The same, and the first text is acknowledged after so many others that it is no longer known. */
async function showsExpiredText() {
  const here = await typedTooSoon();
  for (let n = 0; n < 70; n++) here.change(`old lost 1${'.'.repeat((n % 2) + 1)}`);
  here.change('old lost 1');
  here.receive('old lost 1');
  here.pushes[0]?.acknowledged();
  await vi.advanceTimersByTimeAsync(0);
  return here;
}

test('refuses deletions from an expired text until the newest is acknowledged', async () => {
  const { client, pushes, receive, document } = await showsExpiredText();
  expect(() => receive('old 2')).toThrow('The code has changed.');
  expect(document()).toBe('old lost 1');

  // Even if the newest text is in flight for long.
  vi.advanceTimersByTime(10_000);
  expect(() => receive('old 23')).toThrow('The code has changed.');
  expect(pushes.at(-1)?.code).toBe('old lost 1');
  pushes.at(-1)?.acknowledged();
  await vi.advanceTimersByTimeAsync(0);
  receive('old lost 12');
  receive('old');
  expect(document()).toBe('old');
  client.close();
});

test('accepts deletions again some seconds after a client stops acknowledging', async () => {
  const { client, pushes, receive, document } = await showsExpiredText();
  await vi.advanceTimersByTimeAsync(100);
  pushes.at(-1)?.unanswered();
  await vi.advanceTimersByTimeAsync(100);
  expect(() => receive('old')).toThrow('The code has changed.');
  vi.advanceTimersByTime(4_000);
  receive('old');
  expect(document()).toBe('old');
  client.close();
});

test('ignores earlier pushes when a client starts over', () => {
  const { client, change, receive, document } = openClient('old');
  client.pushNow();
  vi.advanceTimersByTime(2_900);
  change('old and new');
  client.startOver();
  vi.advanceTimersByTime(2_900);
  expect(() => receive('old')).toThrow('The code has changed.');
  vi.advanceTimersByTime(200);
  receive('old');
  expect(document()).toBe('old');
  client.close();
});

test('pushes again, once quiet, after a client started over mid-push', () => {
  const { client, texts, change, receive } = openClient('SELECT 1;');
  change('SELECT ;');
  client.startOver();
  // The push in flight may overwrite it.
  receive('SELECT ;-');
  vi.advanceTimersByTime(3_000);
  expect(texts()).toEqual(['SELECT ;', 'SELECT ;-']);
  client.close();
});

test('tells pushes of the new connection from the lost one', () => {
  const before = openClient('a');
  before.change('ab');
  before.change('abc');
  before.client.close();
  const { client, pushes, change, receive, document } = openClient('abc', before.client);
  change('abcd');
  pushes.at(-1)?.acknowledged();
  receive('abcd-');
  expect(document()).toBe('abcd-');
  client.close();
});

test('pushes each change again to a client that stops acknowledging', () => {
  const { client, pushes, texts, change } = openClient('a');
  change('ab');
  pushes.at(-1)?.acknowledged();
  change('abc');
  change('abcd');
  expect(texts()).toEqual(['ab', 'abc']);
  pushes.at(-1)?.unanswered();
  vi.advanceTimersByTime(100);
  change('abcde');
  expect(texts()).toEqual(['ab', 'abc', 'abcd', 'abcde']);
  client.close();
});

test('pushes nothing to a closed client, even when a push was pending', () => {
  const { client, texts, change, receive } = openClient('SELECT 1;');
  change('SELECT ;');
  receive('SELECT ;');
  receive('-SELECT ;');
  vi.advanceTimersByTime(2_980);
  client.pushNow();
  vi.advanceTimersByTime(20);
  expect(texts()).toEqual(['SELECT ;', '-SELECT ;']);
  client.close();
  change('SELECT 2;');
  expect(texts()).toEqual(['SELECT ;', '-SELECT ;']);
});

test('frees texts pushed to a client that never acknowledges', { tags: ['long'] }, () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let text = '';
  const waiting: ((isShown: boolean) => void)[] = [];
  const push = { push: (_code: string, answered: (isShown: boolean) => void) => waiting.push(answered) };
  const client = new FullTextClient('participant', () => text, { ...push, isSlow: () => false });
  const send = (n: number) => {
    text = randomBytes(50_000).toString('latin1');
    client.onChange(new Delta().insert(String(n)));
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
  client.close();
});
