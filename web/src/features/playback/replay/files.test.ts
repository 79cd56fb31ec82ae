import type { PlaybackEvent } from '@cip/contracts/playback/playback';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { aPlaybackHead } from '../../../testing/examples.ts';
import { EditReplay } from './edit-replay.ts';
import { activeFile, filesAt } from './files-at.ts';
import { momentsOf } from './moments.ts';
import { NO_EXTRAS, Recording, type RecordingData } from './recording.ts';

const ROOTS = ['code', 'code2', 'code3'];
const WORDS = { languageLabel: (id: string) => id, runText: () => '' };

/** Returns a recording of edits, a second apart, and what each file had after each of them. */
function recordedFrom(doc: Y.Doc, edits: readonly (() => void)[]) {
  const recording = new Recording(aPlaybackHead({ participants: [{ name: 'Ada', type: 'candidate' }] }));
  const replay = new EditReplay();
  const texts: string[][] = [];
  doc.on('update', (bytes: Uint8Array) => {
    const id = recording.steps.length + 1;
    recording.add({ id, at: id * 1_000, by: 0, changes: replay.apply(bytes) });
    texts.push(ROOTS.map((root) => doc.getText(root).toJSON()));
  });
  for (const edit of edits) doc.transact(edit);
  return { recording, texts };
}

/** Returns what a person does in three files: types, jumps, deletes, and changes two files in one edit. */
function editsIn(doc: Y.Doc, count: number, typed: readonly string[]): (() => void)[] {
  let state = 7_919;
  const below = (end: number) => (state = (state * 48_271) % 2_147_483_647) % end;
  const change = () => {
    const text = doc.getText(ROOTS[below(3)] ?? '');
    if (below(4) > 0 || text.length < 4) text.insert(below(text.length + 1), typed[below(typed.length)] ?? '');
    else text.delete(below(text.length - 2), 1 + below(2));
  };
  return Array.from({ length: count }, () => () => {
    change();
    if (below(5) === 0) change();
  });
}

test.each([
  ['letters', ['a', '\n', 'zz']],
  // Once there is a character that an edit can divide, texts are compared as a whole.
  ['characters of two units', ['a', '\n', '😀', 'zz']],
])('has the text of each of three files after any edit with %s, in any order of lookups', (_name, typed) => {
  const doc = new Y.Doc();
  const { recording, texts } = recordedFrom(doc, editsIn(doc, 2_000, typed));
  expect(recording.steps.length).toBeGreaterThan(1_800);
  const shown = (index: number) => ROOTS.map((root) => recording.textAt(index, root));
  for (let index = 1; index <= texts.length; index++) expect(shown(index)).toEqual(texts[index - 1]);
  for (let index = texts.length; index > 0; index -= 37) expect(shown(index)).toEqual(texts[index - 1]);
  expect(shown(0)).toEqual(['', '', '']);
});

const file = (kind: string, at: number, data: object) => ({ at, by: 0, kind, data }) as PlaybackEvent;
const CART = { root: 'code2', name: 'cart.ts' };

/** A recording in which a second file is created, written, renamed, deleted and restored. */
function withCart(): Recording {
  const doc = new Y.Doc();
  const [main, cart] = [doc.getText('code'), doc.getText('code2')];
  const { recording } = recordedFrom(doc, [
    () => main.insert(0, 'x = 1\n'),
    () => cart.insert(0, 'one\ntwo\nthree\n'),
    () => main.insert(0, 'y'),
    // Whoever has not heard of the deletion types on.
    () => cart.insert(0, '// '),
    () => cart.insert(0, '#'),
  ]);
  recording.events.push(
    file('file_created', 1_500, CART),
    file('language', 2_500, { language: 'typescript' }),
    file('file_renamed', 2_600, { root: 'code2', name: 'shop/cart.ts', former: 'cart.ts' }),
    file('file_deleted', 3_500, { root: 'code2', name: 'shop/cart.ts' }),
    file('file_restored', 4_500, { root: 'code2', name: 'shop/cart.ts' }),
  );
  return recording;
}

test('lists the files of each moment, also of a deleted and a restored one', () => {
  const recording = withCart();
  const names = (ms: number) => filesAt(recording, ms).map(({ name }) => name);
  expect([0, 1_499, 1_500, 2_599, 2_600, 3_500, 4_500].map(names)).toEqual([
    ['main.py'],
    ['main.py'],
    ['main.py', 'cart.ts'],
    ['main.ts', 'cart.ts'],
    ['main.ts', 'shop/cart.ts'],
    ['main.ts'],
    ['main.ts', 'shop/cart.ts'],
  ]);
  expect(recording.textAt(5, 'code2')).toBe('#// one\ntwo\nthree\n');
});

test('finds the file in which something happened last', () => {
  const recording = withCart();
  const active = (ms: number) => activeFile(recording, { ms, index: recording.indexAt(ms) });
  expect([0, 1_000, 1_500, 2_000, 3_000, 3_500, 4_000, 4_500, 5_000].map(active)).toEqual([
    'code',
    'code',
    'code2',
    'code2',
    'code',
    'code',
    // Deleted.
    'code',
    'code2',
    'code2',
  ]);
});

test('names the file of a moment while there are several', () => {
  const recording = withCart();
  const named = momentsOf(recording, WORDS).map(({ text, root }) => [text, root]);
  expect(named).toEqual([
    ['Created cart.ts', 'code2'],
    ['3 lines at once in cart.ts', 'code2'],
    ['Changed the language to typescript', undefined],
    ['Renamed cart.ts to shop/cart.ts', 'code2'],
    ['Deleted shop/cart.ts', undefined],
    ['Restored shop/cart.ts', 'code2'],
    ['Session ended', undefined],
  ]);
});

test('tells formatting in a second file from a paste, and counts the files of an edit in several', () => {
  const doc = new Y.Doc();
  const [main, cart] = [doc.getText('code'), doc.getText('code2')];
  const { recording } = recordedFrom(doc, [
    () => cart.insert(0, 'f(a);g(b)'),
    () => cart.insert(5, '\n\n\n'),
    () => [main, cart].forEach((text) => text.insert(0, '1\n2\n3\n')),
  ]);
  recording.events.push(file('file_created', 0, CART), file('formatted', 2_000, {}));
  const pastes = momentsOf(recording, WORDS).filter(({ mark }) => mark === 'paste');
  expect(pastes.map(({ text }) => text)).toEqual(['6 lines at once in 2 files']);
});

test('does not search all events for each of many pastes', () => {
  const recording = new Recording(aPlaybackHead({ participants: [{ name: 'Ada', type: 'candidate' }] }));
  let reads = 0;
  const renamed = (nth: number) => ({
    ...file('file_renamed', nth, {}),
    get data() {
      reads++;
      return { root: 'code2', name: `${nth}.ts`, former: 'cart.ts' };
    },
  });
  recording.events.push(file('file_created', 0, CART));
  for (let nth = 1; nth <= 300; nth++) recording.events.push(renamed(nth) as PlaybackEvent);
  for (let id = 1; id <= 300; id++) recording.add({ id, at: 1_000 + id, by: 0, changes: [[0, 0, 'x'.repeat(200)]] });
  const pastes = momentsOf(recording, WORDS).filter(({ mark }) => mark === 'paste');
  expect(pastes).toHaveLength(300);
  expect(pastes[0]?.text).toMatch(/ in main\.\w+$/);
  expect(reads).toBeLessThan(300 * 20);
});

test('names files of the end whose creation was not recorded', () => {
  const files = [
    { root: 'code', name: 'main.py', content: 'x' },
    { root: 'code2', name: 'cart.py', content: 'y' },
  ];
  const recording = new Recording(aPlaybackHead({ files }));
  expect(filesAt(recording, 0)).toEqual(files.map(({ root, name }) => ({ root, name })));
  const unplayable = new Recording(aPlaybackHead({ files, edits: 'too_many' }));
  expect(unplayable.textAt(0, 'code2')).toBe('y');
});

/** A recording as a page of an earlier release wrote it into its file. */
const EARLIER: RecordingData = {
  head: aPlaybackHead({ participants: [{ name: 'Ada', type: 'candidate' }], text: 'print(1)\n' }),
  events: [{ at: 0, by: null, kind: 'opened', data: {} }],
  runs: [],
  steps: [
    [1, 1_000, null, [[0, 0, 'print()\n']]],
    [2, 1_500, 0, [[6, 0, '12']]],
    [3, 2_000, 0, [[7, 1, '']]],
    [4, 2_500, 0, [[0, 0, 'a\nb\nc\n']]],
    [5, 3_000, 0, [[0, 6, '']]],
  ],
  unapplied: 0,
  ...NO_EXTRAS,
};

test('plays a recording of an earlier release as before, and writes it the same', () => {
  const recording = Recording.from(EARLIER);
  const texts = [0, 1, 2, 3, 4, 5].map((index) => recording.textAt(index));
  expect(texts).toEqual(['', 'print()\n', 'print(12)\n', 'print(1)\n', 'a\nb\nc\nprint(1)\n', 'print(1)\n']);
  expect(filesAt(recording, 2_000)).toEqual([{ root: 'code', name: 'main.py' }]);
  expect(activeFile(recording, { ms: 2_000, index: 3 })).toBe('code');
  expect(momentsOf(recording, WORDS).map(({ ms, text }) => [ms, text])).toEqual([
    [0, 'Session started'],
    [2_500, '3 lines at once'],
    [800_000, 'Session ended'],
  ]);
  expect(recording.toData(NO_EXTRAS)).toEqual(EARLIER);
});
