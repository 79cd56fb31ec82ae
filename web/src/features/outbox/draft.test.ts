import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Draft } from './draft.ts';
import type { DraftOptions } from './draft.ts';
import type { SavedWhere } from './save-change.ts';

const PAUSE_MS = 700;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets promises go on; no timer fires. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A draft of a text, with a server and a disk that answer on the test's command. */
function aDraft(options: Partial<DraftOptions<string>> = {}) {
  const sent: { base: string; content: string; store: () => void; answer: (outcome: SavedWhere) => void }[] = [];
  let given: DraftOptions<string> = {
    server: 'A',
    queued: 0,
    discards: 0,
    withQueued: (content) => content,
    send: (base, content) => {
      if (base === content) return null;
      const stored = Promise.withResolvers<void>();
      const outcome = Promise.withResolvers<SavedWhere>();
      sent.push({ base, content, store: stored.resolve, answer: outcome.resolve });
      return { stored: stored.promise, outcome: outcome.promise };
    },
    ...options,
  };
  const draft = new Draft(given);
  draft.shown.subscribe(() => draft.update(given));
  const arrive = (changed: Partial<DraftOptions<string>>) => {
    given = { ...given, ...changed };
    draft.update(given);
  };
  return { draft, sent, arrive, shown: () => [draft.shown.get().content, draft.shown.get().state.kind] };
}

/** Changes a draft and begins to save it. */
async function typeAndSave(draft: ReturnType<typeof aDraft>['draft'], content: string): Promise<void> {
  draft.change(content);
  void draft.save();
  await settle();
}

test("saves once after a pause, based on the server's content", async () => {
  const { draft, sent, shown } = aDraft();
  draft.change('AB');
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  draft.change('ABC');
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect([sent.length, shown()]).toEqual([0, ['ABC', 'typing']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toEqual(['ABC', 'saving']);
  sent[0]?.answer({ kind: 'saved' });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(shown()).toEqual(['ABC', 'saved']);
  expect(sent).toMatchObject([{ base: 'A', content: 'ABC' }]);
});

test('sends the next change once the previous one is on the disk', async () => {
  const { draft, sent, shown } = aDraft();
  draft.change('AB');
  void draft.save();
  await typeAndSave(draft, 'ABC');
  await typeAndSave(draft, 'ABCD');
  expect(sent).toMatchObject([{ base: 'A', content: 'ABC' }]);
  sent[0]?.store();
  await settle();
  expect(sent[1]).toMatchObject({ base: 'ABC', content: 'ABCD' });
  sent[0]?.answer({ kind: 'saved' });
  await settle();
  expect(shown()).toEqual(['ABCD', 'saving']);
  sent[1]?.answer({ kind: 'queued' });
  await settle();
  expect(shown()).toEqual(['ABCD', 'queued']);
});

test('builds on the latest accepted content after a refusal', async () => {
  const { draft, sent, shown } = aDraft();
  await typeAndSave(draft, 'AB');
  sent[0]?.store();
  sent[0]?.answer({ kind: 'saved' });
  await settle();
  await typeAndSave(draft, 'ABC');
  sent[1]?.store();
  sent[1]?.answer({ kind: 'failed', message: 'Not yours' });
  await settle();
  expect(shown()).toEqual(['ABC', 'failed']);
  void draft.save();
  await settle();
  expect(sent[2]).toMatchObject({ base: 'AB', content: 'ABC' });
});

/** A draft whose change waits on this device; `reply` answers it. */
async function aWaitingDraft() {
  const parts = aDraft();
  vi.stubGlobal('window', new EventTarget());
  parts.draft.start();
  await typeAndSave(parts.draft, 'AB');
  const waiting = Promise.withResolvers<SavedWhere>();
  parts.sent[0]?.store();
  parts.sent[0]?.answer({ kind: 'queued', answered: () => waiting.promise });
  await settle();
  const reply = async (answer: SavedWhere) => {
    waiting.resolve(answer);
    await settle();
  };
  expect(parts.shown()).toEqual(['AB', 'queued']);
  return { ...parts, reply };
}

test('shows that a change is saved once the server has it after a wait', async () => {
  const { reply, shown, draft, sent } = await aWaitingDraft();
  await reply({ kind: 'saved' });
  expect(shown()).toEqual(['AB', 'saved']);
  await typeAndSave(draft, 'ABC');
  expect(sent[1]).toMatchObject({ base: 'AB', content: 'ABC' });
});

test('shows that a change is saved if the reply with a colleague’s words comes first', async () => {
  const { reply, shown, arrive } = await aWaitingDraft();
  arrive({ server: 'AB and a colleague' });
  await reply({ kind: 'saved' });
  expect(shown()).toEqual(['AB and a colleague', 'saved']);
});

test('shows the server’s text after a waiting change is discarded', async () => {
  const { reply, shown, draft, sent } = await aWaitingDraft();
  await reply({ kind: 'discarded' });
  expect(shown()).toEqual(['A', 'untouched']);
  await typeAndSave(draft, 'AC');
  expect(sent[1]).toMatchObject({ base: 'A', content: 'AC' });
});

test('keeps words typed since the change that is discarded', async () => {
  const { reply, shown, draft, sent } = await aWaitingDraft();
  draft.change('ABC');
  await reply({ kind: 'discarded' });
  expect(shown()).toEqual(['ABC', 'typing']);
  void draft.save();
  await settle();
  expect(sent[1]).toMatchObject({ base: 'A', content: 'ABC' });
});

test('keeps a change that contains a discarded one', async () => {
  const { reply, shown, draft, sent } = await aWaitingDraft();
  await typeAndSave(draft, 'ABC');
  sent[1]?.store();
  sent[1]?.answer({ kind: 'queued' });
  await settle();
  await reply({ kind: 'discarded' });
  expect(shown()).toEqual(['ABC', 'queued']);
});

test('shows that a change was refused after a wait, and sends it again', async () => {
  const { reply, draft, sent, shown } = await aWaitingDraft();
  const discard = vi.fn<() => Promise<void>>(() => Promise.resolve());
  await reply({ kind: 'failed', message: 'Not yours', discard });
  expect(draft.shown.get()).toMatchObject({ content: 'AB', state: { kind: 'failed', message: 'Not yours' } });
  expect(discard).toHaveBeenCalledTimes(1);
  void draft.save();
  await settle();
  expect(sent[1]).toMatchObject({ base: 'A', content: 'AB' });
  expect(shown()).toEqual(['AB', 'saving']);
});

test('shows the state of the last change while earlier ones are answered', async () => {
  const { reply, draft, sent, shown } = await aWaitingDraft();
  await typeAndSave(draft, 'ABC');
  sent[1]?.store();
  sent[1]?.answer({ kind: 'queued' });
  await settle();
  await reply({ kind: 'saved' });
  expect(shown()).toEqual(['ABC', 'queued']);
});

test('follows the server while nothing is unsaved, without outdated replies', async () => {
  const { draft, sent, arrive, shown } = aDraft();
  arrive({ server: 'A colleague' });
  expect(shown()).toEqual(['A colleague', 'untouched']);
  draft.change('A colleague and I');
  arrive({ server: 'A late colleague' });
  expect(shown()).toEqual(['A colleague and I', 'typing']);
  void draft.save();
  await settle();
  arrive({ server: 'A later colleague' });
  sent[0]?.store();
  await settle();
  sent[0]?.answer({ kind: 'saved' });
  await settle();
  expect(shown()).toEqual(['A colleague and I', 'saved']);
  arrive({ server: 'A later colleague and I' });
  expect(shown()).toEqual(['A later colleague and I', 'saved']);
});

test('follows the server again once the typed text is taken back', async () => {
  const { draft, sent, arrive, shown } = aDraft();
  draft.change('A!');
  arrive({ server: 'B' });
  draft.change('A');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([sent.length, shown()]).toEqual([0, ['B', 'untouched']]);
});

test('shows waiting changes, and no reply until they are sent', () => {
  const withQueued = (content: string) => `${content} and queued`;
  const { arrive, shown } = aDraft();
  arrive({ queued: 1, withQueued });
  expect(shown()).toEqual(['A and queued', 'untouched']);
  arrive({ server: 'A2' });
  arrive({ queued: 0, withQueued: (content) => content });
  expect(shown()).toEqual(['A and queued', 'untouched']);
  arrive({ server: 'A2 and queued' });
  expect(shown()).toEqual(['A2 and queued', 'untouched']);
  const together = aDraft();
  together.arrive({ server: 'B', queued: 1, withQueued });
  expect(together.shown()).toEqual(['B and queued', 'untouched']);
  expect(aDraft({ queued: 1, withQueued }).shown()).toEqual(['A and queued', 'untouched']);
});

test('shows no discarded changes that waited since an earlier visit', () => {
  const { arrive, shown } = aDraft({ queued: 2, withQueued: (content) => `${content} and queued` });
  arrive({ discards: 1 });
  expect(shown()).toEqual(['A and queued', 'untouched']);
  arrive({ discards: 2, queued: 1, withQueued: (content) => `${content} and one` });
  expect(shown()).toEqual(['A and one', 'untouched']);
  arrive({ discards: 3, queued: 0, withQueued: (content) => content });
  expect(shown()).toEqual(['A', 'untouched']);
});

test('keeps the typed text if another tab queues a change', () => {
  const { draft, arrive, shown } = aDraft();
  draft.change('mine');
  arrive({ queued: 1, withQueued: () => 'theirs' });
  expect(shown()).toEqual(['mine', 'typing']);
});

test('saves if the page or the screen goes away, and then stops', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const { draft, sent } = aDraft();
  const stop = draft.start();
  draft.change('AB');
  page.dispatchEvent(new Event('pagehide'));
  await settle();
  sent[0]?.store();
  draft.change('ABC');
  stop();
  await settle();
  expect(sent.map(({ content }) => content)).toEqual(['AB', 'ABC']);
  sent[1]?.store();
  page.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(sent).toHaveLength(2);
});
