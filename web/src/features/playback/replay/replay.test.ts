import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { encodeFrame, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import type { PlaybackEdit, PlaybackHead } from '@cip/contracts/playback/playback';
import { starterMark } from '@cip/contracts/rooms/starter-marks';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { clockText } from '../../../shared/clock-text.ts';
import { parseClock } from './clock.ts';
import { EditReplay } from './edit-replay.ts';
import { momentsOf } from './moments.ts';
import { OtherVersion, readRecording, type OpenRecording } from './read-recording.ts';
import { NO_EXTRAS, Recording } from './recording.ts';
import { ruleAt } from './rule-at.ts';
import { advance } from './stops.ts';

const head = (changes: Partial<PlaybackHead> = {}): PlaybackHead => ({
  version: 1,
  startedAt: '2026-11-17T14:00:00.000Z',
  durationMs: 60_000,
  companyName: 'Acme',
  interviewerName: 'Ines',
  candidateName: 'Ada',
  participants: [
    { name: 'Ines', type: 'interviewer' },
    { name: 'Ada', type: 'candidate' },
  ],
  gaps: [],
  closed: [],
  hasTimeline: true,
  firstLanguage: 'sql',
  language: 'python',
  text: '',
  edits: 'included',
  editCount: 0,
  dataSet: null,
  ...changes,
});

/** Returns the updates of a document, one for each change of its text. */
function updatesOf(...changes: ((text: Y.Text) => void)[]): Uint8Array[] {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (bytes: Uint8Array) => updates.push(bytes));
  for (const change of changes) change(doc.getText(SHARED_TEXT));
  return updates;
}

const keys = (count: number) =>
  updatesOf(...Array.from({ length: count }, (_, n) => (text: Y.Text) => text.insert(n % 7, String(n % 10))));
const asEdits = (updates: Uint8Array[]): PlaybackEdit[] =>
  updates.map((bytes, index) => ({ id: index + 1, at: index * 10, by: 1, bytes }));

function recorded(edits: PlaybackEdit[], changes: Partial<PlaybackHead> = {}): Recording {
  const recording = new Recording(head(changes));
  const replay = new EditReplay();
  for (const { id, at, by, bytes } of edits) recording.add({ id, at, by, changes: replay.apply(bytes) });
  return recording;
}

function textAfter(updates: Uint8Array[]): string {
  const doc = new Y.Doc();
  for (const bytes of updates) Y.applyUpdate(doc, bytes);
  return doc.getText(SHARED_TEXT).toJSON();
}

test('has the text after any edit, in any order of lookups', { tags: ['long'] }, () => {
  const updates = keys(1_300);
  const recording = recorded(asEdits(updates));
  for (const index of [0, 1, 499, 500, 501, 1_300, 3, 999, 1_000, 1_299])
    expect(recording.textAt(index)).toBe(textAfter(updates.slice(0, index)));
});

/** Edits of three writers who type, take back, jump and delete concurrently, in an order that the seed decides. */
function updatesOfWriters(seed: number): Uint8Array[] {
  let state = seed * 7_919;
  const below = (end: number) => (state = (state * 48_271) % 2_147_483_647) % end;
  const updates: Uint8Array[] = [];
  const writers = Array.from({ length: 3 }, () => ({ doc: new Y.Doc(), place: 0, seen: 0 }));
  for (const { doc } of writers)
    doc.on('update', (bytes: Uint8Array, origin: unknown) => origin !== 'others' && updates.push(bytes));
  for (let step = 0; step < 150; step++) {
    const writer = writers[below(3)];
    if (!writer) continue;
    const text = writer.doc.getText(SHARED_TEXT);
    const act = below(20);
    if (act < 2) writer.place = below(text.length + 1);
    writer.place = Math.min(writer.place, text.length);
    if (act < 12) text.insert(writer.place++, 'a\n😀'.charAt(below(2)));
    else if (act < 16 && writer.place > 0) text.delete(--writer.place, 1);
    else if (act < 18 && text.length > 3) text.delete(below(text.length - 2), 2);
    else writer.doc.transact(() => ['zz', '😀'].forEach((part) => text.insert(below(text.length + 1), part)));
    if (below(3) > 0) continue;
    for (const other of writers)
      for (; other.seen < updates.length; other.seen++)
        Y.applyUpdate(other.doc, updates[other.seen] ?? new Uint8Array(), 'others');
  }
  return updates;
}

/** Has the text after each edit of several writers, of as many random recordings. */
function replaysEachEdit(recordings: number): void {
  for (let seed = 1; seed <= recordings; seed++) {
    const updates = updatesOfWriters(seed);
    const recording = recorded(asEdits(updates));
    const doc = new Y.Doc();
    updates.forEach((bytes, index) => {
      Y.applyUpdate(doc, bytes);
      expect(recording.textAt(index + 1)).toBe(doc.getText(SHARED_TEXT).toJSON());
    });
  }
}

test('has the text after each edit of several writers in 5 random recordings', () =>
  expect(() => replaysEachEdit(5)).not.toThrow());

test('has the text after each edit of several writers in 40 random recordings', { tags: ['long'] }, () =>
  expect(() => replaysEachEdit(40)).not.toThrow(),
);

test('has the text if an edit divides a character', () => {
  const updates = updatesOf(
    (text) => text.insert(0, 'a😀b'),
    (text) => text.insert(2, 'x'),
    (text) => text.delete(0, 1),
  );
  const recording = recorded(asEdits(updates));
  for (const index of [0, 1, 2, 3]) expect(recording.textAt(index)).toBe(textAfter(updates.slice(0, index)));
});

test('counts edits that cannot be applied until their base arrives', () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = keys(2);
  const replay = new EditReplay();
  replay.apply(second);
  expect([replay.unapplied, replay.text()]).toEqual([1, '']);
  replay.apply(Uint8Array.from([255, 255, 255]));
  expect(replay.unapplied).toBe(2);
  replay.apply(first);
  expect([replay.unapplied, replay.text()]).toEqual([1, '01']);
});

test('has a clock that never goes back', () => {
  const edits = asEdits(keys(4)).map((edit, index) => ({ ...edit, at: [-5, 900, 300, 1_000][index] ?? 0 }));
  const recording = recorded(edits);
  expect(recording.clock).toEqual([0, 900, 900, 1_000]);
  expect([0, 899, 900, 5_000].map((ms) => recording.indexAt(ms))).toEqual([1, 1, 3, 4]);
});

test('passes long pauses in half a second, and others as they were', () => {
  const pace = { stops: [1_000, 2_000, 62_000, 63_000], endMs: 70_000, skipsPauses: true };
  expect(advance(0, 500, pace)).toBe(500);
  expect(advance(1_000, 1_000, pace)).toBe(2_000);
  expect(advance(2_000, 250, pace)).toBe(32_000);
  expect(advance(2_000, 600, pace)).toBe(62_100);
  expect(advance(63_000, 10_000, pace)).toBe(70_000);
  expect(advance(2_000, 600, { ...pace, skipsPauses: false })).toBe(2_600);
});

test('reaches the end in frames of any length', () => {
  const stops = Array.from({ length: 500 }, (_, n) => n * 1_733.3 + (n % 7) * 0.1);
  const pace = { stops, endMs: 900_000, skipsPauses: true };
  for (const frameMs of [16.666_667, 7.3, 1_000 / 3]) {
    let [ms, frames] = [0, 0];
    for (; ms < pace.endMs && frames < 200_000; frames++) ms = advance(ms, frameMs, pace);
    expect(ms).toBe(pace.endMs);
  }
});

test('lists the moments, also of kinds of later features', () => {
  const recording = recorded(asEdits(updatesOf((text) => text.insert(0, 'a\nb\nc\n'))), {
    gaps: [{ by: 1, from: 20_000, to: 25_000 }],
    closed: [{ from: 30_000, to: 95_000 }],
  });
  recording.events.push(
    { at: 1_000, by: 1, kind: 'joined', data: {} },
    { at: 2_000, by: 0, kind: 'removed', data: { participant: 1 } },
    { at: 3_000, by: 0, kind: 'question_rated', data: {} } as never,
  );
  const words = { languageLabel: (id: string) => id, runText: () => 'Finished' };
  expect(momentsOf(recording, words).map(({ ms, mark, text }) => [ms, mark, text])).toEqual([
    [0, 'paste', '3 lines at once'],
    [1_000, 'presence', 'Joined'],
    [2_000, 'presence', 'Removed Ada'],
    [3_000, 'question', 'Question rated'],
    [20_000, 'offline', 'Offline for 5 s'],
    [30_000, 'closed', 'An owner removed 1 min 5 s'],
    [60_000, 'end', 'Session ended'],
  ]);
  expect([clockText(754_000), clockText(3_723_000)]).toEqual(['12:34', '1:02:03']);
  expect(['12:34', ' 1:02:03', '62:03', '12', '1:60', ''].map(parseClock)).toEqual([
    754_000,
    3_723_000,
    3_723_000,
    null,
    null,
    null,
  ]);
});

test('tells an inserted starter from a paste, also below other code', () => {
  const starter = 'def total():\n    pass\n\nprint(total())\n';
  const updates = updatesOf(
    (text) => text.insert(0, starter),
    (text) => text.insert(text.length, `\n# ${'-'.repeat(20)} Question 2\n\n${starter}`),
    (text) => text.insert(text.length, `${starter}import solution`),
  );
  const recording = recorded(asEdits(updates), { starters: [[2, starterMark(`${starter}\n`)]] });
  const words = { languageLabel: (id: string) => id, runText: () => '' };
  expect(momentsOf(recording, words).map(({ mark, text }) => [mark, text])).toEqual([
    ['question', 'Inserted the starter of question 2'],
    ['question', 'Inserted the starter of question 2'],
    ['paste', '5 lines at once'],
    ['end', 'Session ended'],
  ]);
});

test('tells formatting from a paste, and believes no page that says so of a paste', () => {
  const updates = updatesOf(
    (text) => text.insert(0, 'f(a);g(b)'),
    (text) => text.insert(5, '\n\n\n'),
    (text) => text.insert(text.length, 'x\ny\nz\n'),
  );
  const recording = recorded(asEdits(updates));
  const [, formatted = 0, pasted = 0] = recording.clock;
  const say = (at: number, by: number) => recording.events.push({ at, by, kind: 'formatted', data: {} });
  say(formatted + 5, 1);
  say(pasted + 5, 1);
  const words = { languageLabel: (id: string) => id, runText: () => '' };
  const texts = () => momentsOf(recording, words).map(({ text }) => text);
  expect(texts().filter((text) => text.endsWith('at once'))).toEqual(['3 lines at once']);
  expect(texts()).toContain('Formatted the code');
  // Of another participant.
  recording.events.length = 0;
  say(formatted, 0);
  expect(texts().filter((text) => text.endsWith('at once'))).toHaveLength(2);
});

test('tells many edits of a long text from formatting by what they change', { tags: ['long'] }, () => {
  const line = (text: Y.Text) => text.insert(1_000, '\n\n\n');
  const updates = updatesOf((text) => text.insert(0, '- '.repeat(90_000)), ...Array.from({ length: 800 }, () => line));
  const recording = recorded(asEdits(updates));
  for (const at of recording.clock) recording.events.push({ at, by: 1, kind: 'formatted', data: {} });
  const searches = vi.spyOn(String.prototype, 'replaceAll');
  const moments = momentsOf(recording, { languageLabel: (id) => id, runText: () => '' });
  // The whole text for each edit would be 290 million characters.
  const searched = searches.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
  searches.mockRestore();
  expect(searched).toBeLessThan(1_000_000);
  expect(moments.filter(({ mark }) => mark === 'paste')).toHaveLength(0);
});

test('names every language in which people wrote or ran code', () => {
  const recording = recorded(asEdits(keys(3)), { firstLanguage: 'sql', language: 'sql' });
  const change = (at: number, language: string) =>
    recording.events.push({ at, by: 0, kind: 'language', data: { language } });
  expect(recording.languages()).toEqual(['sql']);
  change(0, 'python');
  expect(recording.languages()).toEqual(['python']);
  change(15, 'sql');
  change(40, 'ruby');
  expect(recording.languages()).toEqual(['python', 'sql']);
  expect(new Recording(head({ language: 'go' })).languages()).toEqual(['go']);
});

test('shows the rules that held at each moment', () => {
  const rule = { tools: 'no_ai', note: 'Documentation is fine.' } as const;
  const recording = new Recording(head());
  recording.events.push(
    { at: 4, by: 0, kind: 'rule', data: { rule } },
    { at: 20_000, by: 0, kind: 'rule', data: { rule: { tools: 'any_tools', note: null } } },
    { at: 40_000, by: 0, kind: 'rule', data: { rule: null } },
    { at: 50_000, by: 0, kind: 'completion', data: { completion: 'words' } },
    { at: 60_000, by: 0, kind: 'completion', data: { completion: 'off' } },
  );
  const words = { languageLabel: (language: string) => language, runText: () => '' };
  expect([0, 19_999, 20_000, 40_000, 50_000, 60_000].map((ms) => ruleAt(recording, ms))).toEqual([
    ['Rule: No AI'],
    ['Rule: No AI'],
    ['Rule: Any tools'],
    [],
    ['Completion: Words'],
    [],
  ]);
  expect(momentsOf(recording, words).map(({ text }) => text)).toEqual([
    'Rule: No AI. Documentation is fine.',
    'Rule: Any tools',
    'Removed the rule',
    'Code completion: Words',
    'Code completion: Off',
    'Session ended',
  ]);
  expect(ruleAt(new Recording(head()), 0)).toEqual([]);
});

test('keeps a recording whole through a file', () => {
  const recording = recorded(asEdits(keys(700)));
  const again = Recording.from(
    JSON.parse(JSON.stringify(recording.toData(NO_EXTRAS))) as ReturnType<Recording['toData']>,
  );
  for (const index of [0, 650, 700]) expect(again.textAt(index)).toBe(recording.textAt(index));
});

const bytesOf = (...frames: PlaybackFrame[]) => Uint8Array.from(frames.flatMap((frame) => [...encodeFrame(frame)]));

/** Replies with bytes, and breaks off behind them if they are not the whole recording. */
function replyOf(bytes: Uint8Array, isWhole: boolean, etag = '"1"'): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytes),
    pull: (stream) => (isWhole ? stream.close() : stream.error(new TypeError('network error'))),
  });
  return new Response(body, { headers: { etag } });
}

const reading = (open: OpenRecording) =>
  readRecording(open, { signal: new AbortController().signal, onChange: () => undefined, retryAfterMs: [0, 0] });

test('continues a download that broke off after its last edit', async () => {
  const edits = asEdits(keys(30));
  const asked: (number | null)[] = [];
  const recording = await reading(async (after) => {
    asked.push(after);
    const rest = edits.filter(({ id }) => id > (after ?? 0));
    if (after !== null)
      return replyOf(bytesOf({ kind: 'head', head: head() }, { kind: 'edits', edits: rest }, { kind: 'end' }), true);
    const half = bytesOf(
      { kind: 'head', head: head() },
      { kind: 'events', events: [{ at: 0, by: 0, kind: 'opened', data: {} }] },
      { kind: 'edits', edits: edits.slice(0, 12) },
    );
    return replyOf(half, false);
  });
  expect(asked).toEqual([null, 12]);
  expect(recording.events).toHaveLength(1);
  expect(recording.textAt(30)).toBe(textAfter(edits.map(({ bytes }) => bytes)));
});

test('starts over if the recording has changed meanwhile', async () => {
  const edits = asEdits(keys(30));
  let isFirst = true;
  const recording = await reading(async () => {
    const frames: PlaybackFrame[] = [{ kind: 'head', head: head() }, { kind: 'edits', edits }, { kind: 'end' }];
    if (!isFirst) return replyOf(bytesOf(...frames), true, '"2"');
    isFirst = false;
    return replyOf(bytesOf(...frames.slice(0, 2)), false);
  });
  expect(recording.steps).toHaveLength(30);
});

test('requests a reload if the server has a newer format', async () => {
  const bytes = bytesOf({ kind: 'head', head: head({ version: 2 }) }, { kind: 'end' });
  await expect(reading(async () => replyOf(bytes, true))).rejects.toBeInstanceOf(OtherVersion);
});

test('plays the first file of a room with several, whatever is typed in the others', () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (bytes: Uint8Array) => updates.push(bytes));
  const [first, second] = [doc.getText(SHARED_TEXT), doc.getText('code2')];
  const expected: string[] = [];
  for (let n = 0; n < 300; n++) {
    doc.transact(() => {
      if (n % 3 !== 1) second.insert(n % (second.length + 1), `${n};`);
      if (n % 3 !== 0) first.insert((n * 7) % (first.length + 1), String(n % 10));
      if (n % 5 === 4) second.delete(0, 2);
      if (n % 7 === 6) first.delete(0, 1);
    });
    if (n % 11 === 10) doc.transact(() => second.delete(0, second.length));
    while (expected.length < updates.length) expected.push(first.toJSON());
  }
  const recording = recorded(asEdits(updates), { text: first.toJSON() });
  // Backwards, so that each text comes from its checkpoint.
  for (let step = expected.length; step > 0; step -= 13) expect(recording.textAt(step)).toBe(expected[step - 1]);
  expect(recording.textAt(expected.length)).toBe(first.toJSON());
});
