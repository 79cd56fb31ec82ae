import { CODE_MAX, FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { SEED_UPDATE } from '../log/seed.ts';
import { claimClients, type ClientClaims, type EditAuthor } from './client-claims.ts';
import { countDeleted } from './count-deleted.ts';
import { readTypedText } from './typed-text.ts';
import { guardTyped, guardUpdate, type GuardedDocument } from './update-guard.ts';

const ALICE = 'alice';
const MALLORY = 'mallory';

function seeded(clientId?: number): Y.Doc {
  const doc = new Y.Doc();
  if (clientId !== undefined) doc.clientID = clientId;
  Y.applyUpdate(doc, SEED_UPDATE);
  return doc;
}

/** The updates of editing, one per transaction. */
function edits(doc: Y.Doc, edit: (text: Y.Text) => void): Uint8Array[] {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  doc.on('update', collect);
  edit(doc.getText(SHARED_TEXT));
  doc.off('update', collect);
  return updates;
}

function guarded(doc: Y.Doc): GuardedDocument {
  return {
    length: doc.getText(SHARED_TEXT).length,
    clockOf: (client) => Y.getState(doc.store, client),
    hasText: (name) => name !== 'code19',
    countDeleted: (deletions) => countDeleted(doc, deletions),
  };
}

/** Checks an update as LiveDocument does: typed text by its bytes, everything else decoded. */
function guard(doc: Y.Doc, claims: ClientClaims, by: EditAuthor, update: Uint8Array): void {
  const typed = readTypedText(update);
  if (!typed || !guardTyped(guarded(doc), claims, by, typed)) guardUpdate(guarded(doc), claims, by, update);
}

function codeOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'accepted';
}

function only(updates: Uint8Array[]): Uint8Array {
  const [update] = updates;
  if (!update || updates.length !== 1) throw new Error(`expected one update, got ${updates.length}`);
  return update;
}

test.each([
  ['one writer', (doc: Y.Doc) => doc],
  [
    'two writers',
    (doc: Y.Doc) => {
      const other = seeded(4_000_000_000);
      other.getText(SHARED_TEXT).insert(0, 'other');
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
      return doc;
    },
  ],
])('claims all client ids of an update of %s', (_what, build) => {
  const doc = seeded(3_123_456_789);
  doc.getText(SHARED_TEXT).insert(0, 'typed');
  const update = Y.encodeStateAsUpdate(build(doc), Y.encodeStateVector(seeded()));
  const claims: ClientClaims = new Map();
  claimClients(claims, ALICE, update);
  const writers = Y.decodeUpdate(update).structs.map(({ id }) => id.client);
  expect(new Set(claims.keys())).toEqual(new Set(writers));
});

test('limits the client ids of one participant, without affecting others', () => {
  const doc = seeded();
  const claims: ClientClaims = new Map();
  const write = (participantId: string, ...clients: number[]) => {
    const pages = clients.map((client) => seeded(client));
    const updates = pages.map((page) => only(edits(page, (text) => text.insert(0, 'x'))));
    const update = Y.mergeUpdates(updates);
    return codeOf(() => {
      guard(doc, claims, { participantId }, update);
      Y.applyUpdate(doc, update);
    });
  };
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  expect(write(MALLORY, ...ids(1_000, 60))).toBe('accepted');
  expect(write(MALLORY, ...ids(2_000, 60))).toBe('invalid');
  expect(write(MALLORY, ...ids(3_000, 40))).toBe('accepted');
  expect(write(MALLORY, 4_000)).toBe('invalid');
  expect(write(ALICE, 5_000)).toBe('accepted');
});

test('claims nothing for an update that only deletes', () => {
  const [, deletion] = edits(seeded(), (text) => {
    text.insert(0, 'abc');
    text.delete(0, 2);
  });
  const claims: ClientClaims = new Map();
  claimClients(claims, ALICE, deletion ?? new Uint8Array([0, 0]));
  expect(claims.size).toBe(0);
});

type Rest = [claims: ClientClaims, by: EditAuthor, update: Uint8Array];

describe.each([
  ['the guard', guard],
  ['the guard that decodes', (doc: Y.Doc, ...args: Rest) => guardUpdate(guarded(doc), ...args)],
])('%s', (_name, check) => {
  test('accepts an honest edit, and accepts it again', () => {
    const claims: ClientClaims = new Map();
    const server = seeded();
    const update = only(edits(seeded(), (text) => text.insert(0, 'hello')));
    check(server, claims, { participantId: ALICE }, update);
    Y.applyUpdate(server, update);
    expect(codeOf(() => check(server, claims, { participantId: ALICE }, update))).toBe('accepted');
  });

  test('refuses an edit under the client id of another participant', () => {
    const claims: ClientClaims = new Map();
    const server = seeded();
    const alice = seeded(77);
    const first = only(edits(alice, (text) => text.insert(0, 'mine')));
    check(server, claims, { participantId: ALICE }, first);
    Y.applyUpdate(server, first);
    const forged = only(edits(alice, (text) => text.insert(0, 'forged')));
    expect(codeOf(() => check(server, claims, { participantId: MALLORY }, forged))).toBe('invalid');
    expect(codeOf(() => check(server, claims, { participantId: ALICE }, forged))).toBe('accepted');
  });

  test('throws resync when something before the edit is missing', () => {
    const [, second] = edits(seeded(), (text) => {
      text.insert(0, 'a');
      text.insert(1, 'b');
    });
    if (!second) throw new Error('two edits make two updates');
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, second))).toBe('resync');
  });

  test('throws resync when an edit deletes what the document lacks', () => {
    const [, deletion] = edits(seeded(), (text) => {
      text.insert(0, 'abc');
      text.delete(0, 2);
    });
    if (!deletion) throw new Error('two edits make two updates');
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, deletion))).toBe('resync');
  });

  test.each([
    ['a text of no file', (doc: Y.Doc) => doc.getText(`${SHARED_TEXT}${FILE_TEXTS.length + 1}`).insert(0, 'x')],
    ['another shared type', (doc: Y.Doc) => doc.getMap('other').set('key', 'value')],
    ['formatting', (doc: Y.Doc) => doc.getText(SHARED_TEXT).insert(0, 'bold', { bold: true })],
    ['an embedded object', (doc: Y.Doc) => doc.getText(SHARED_TEXT).insertEmbed(0, { image: 'x' })],
    ['a carriage return', (doc: Y.Doc) => doc.getText(SHARED_TEXT).insert(0, 'a\r\nb')],
  ])('refuses %s', (_what, edit) => {
    const doc = seeded();
    const update = only(edits(doc, () => edit(doc)));
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, update))).toBe('invalid');
  });

  test('accepts the texts of the files that exist', () => {
    expect([FILE_TEXTS.length, FILE_TEXTS[0], FILE_TEXTS.at(-1)]).toEqual([20, 'code', 'code20']);
    for (const name of FILE_TEXTS) {
      const doc = seeded();
      const update = only(edits(doc, () => doc.getText(name).insert(0, 'x')));
      const outcome = name === 'code19' ? 'invalid' : 'accepted';
      expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, update))).toBe(outcome);
    }
  });

  test('refuses malformed bytes, and changes nothing', () => {
    const server = seeded();
    const before = Y.encodeStateAsUpdate(server);
    for (const bytes of [new Uint8Array(), new Uint8Array([255, 255, 255]), new TextEncoder().encode('not an update')])
      expect(codeOf(() => check(server, new Map(), { participantId: ALICE }, bytes))).toBe('invalid');
    expect(Y.encodeStateAsUpdate(server)).toEqual(before);
  });

  test.each([
    [5, 9],
    [9, 5],
  ])('accepts interleaved edits sent by %i for themselves and absent %i', (mine, theirs) => {
    const [bob, anna] = [seeded(mine), seeded(theirs)];
    const texts = [bob.getText(SHARED_TEXT), anna.getText(SHARED_TEXT)];
    for (let turn = 0; turn < 6; turn++) {
      texts[turn % 2]?.insert(turn, 'x');
      Y.applyUpdate(anna, Y.encodeStateAsUpdate(bob));
      Y.applyUpdate(bob, Y.encodeStateAsUpdate(anna));
    }
    const both = Y.encodeStateAsUpdate(bob, Y.encodeStateVector(seeded()));
    const by = { participantId: ALICE, granted: new Set([theirs]) };
    expect(codeOf(() => check(seeded(), new Map([[theirs, 'anna']]), by, both))).toBe('accepted');
  });

  test('throws resync when parts of an update depend in a circle', () => {
    const item = (client: number, on: number) => [1, client, 0, 0x84, on, 0, 1, 0x78];
    const circle = new Uint8Array([2, ...item(9, 5), ...item(5, 9), 0]);
    expect(Y.decodeUpdate(circle).structs).toHaveLength(2);
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, circle))).toBe('resync');
  });

  test('refuses an update that lists a writer twice', () => {
    const [first = new Uint8Array(), second = new Uint8Array()] = edits(seeded(), (text) => {
      text.insert(0, 'a');
      text.insert(1, 'b');
    });
    // Without the writer count and the empty delete set, each is the part of one writer.
    const twice = new Uint8Array([2, ...first.subarray(1, -1), ...second.subarray(1, -1), 0]);
    expect(Y.decodeUpdate(twice).structs).toHaveLength(2);
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, twice))).toBe('invalid');
  });

  test('refuses items without a length, which Yjs would integrate', () => {
    const doc = seeded();
    // Two items after the first of the seed, of client 2, from clock 0, without a character.
    const update = new Uint8Array([1, 2, 2, 0, 0x84, 1, 0, 0, 0x84, 1, 0, 0, 0]);
    expect(codeOf(() => guard(doc, new Map(), { participantId: ALICE }, update))).toBe('invalid');
  });

  test('refuses an update whose parts wait for thousands of rounds', () => {
    // The letters of two writers in turn, each after the other’s last, and a hundred parts that depend on none of them.
    const [rounds, waiting] = [100, 90];
    const [b, c] = [
      [rounds, 3, 0],
      [rounds, 2, 0],
    ];
    for (let n = 0; n < rounds; n++) {
      c.push(0x84, ...(n === 0 ? [1, 0] : [3, n - 1]), 1, 97);
      b.push(0x84, 2, n, 1, 98);
    }
    const blocked = Array.from({ length: waiting }, (_, nth) => [1, nth + 5, 0, 0x84, 4, 9, 1, 97]);
    const update = new Uint8Array([waiting + 2, ...b, ...c, ...blocked.flat(), 0]);
    expect(codeOf(() => guard(seeded(), new Map(), { participantId: ALICE }, update))).toBe('invalid');
  });

  test.each([
    [20_000, [0xa0, 0x9c, 0x01], 'accepted'],
    [30_001, [0xb1, 0xea, 0x01], 'invalid'],
  ])('takes an update of at most 30,000 items: %i', (count, encoded, expected) => {
    const update = new Uint8Array([1, ...encoded, 2, 0, ...Array<number[]>(count).fill([0, 1]).flat(), 0]);
    expect(codeOf(() => guard(seeded(), new Map(), { participantId: ALICE }, update))).toBe(expected);
  });

  test('keeps the document within its size limit', () => {
    const update = only(edits(seeded(), (text) => text.insert(0, 'x'.repeat(CODE_MAX))));
    expect(codeOf(() => check(seeded(), new Map(), { participantId: ALICE }, update))).toBe('too_large');
  });
});

describe('a replacement of the text', () => {
  const LONG = CODE_MAX * 0.75;

  /** A long document, and an update that replaces all of it by as much text. */
  function replaced(): { doc: Y.Doc; update: Uint8Array } {
    const doc = new Y.Doc();
    doc.getText(SHARED_TEXT).insert(0, 'x'.repeat(LONG));
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
    const replace = (text: Y.Text) => {
      text.delete(0, LONG);
      text.insert(0, 'y'.repeat(LONG));
    };
    return { doc, update: only(edits(copy, (text) => copy.transact(() => replace(text)))) };
  }

  test('accepts a replacement as long as the text before', () => {
    const { doc, update } = replaced();
    expect(codeOf(() => guardUpdate(guarded(doc), new Map(), { participantId: ALICE }, update))).toBe('accepted');
  });

  test('refuses a long replacement of text that is deleted already', () => {
    const { doc, update } = replaced();
    Y.applyUpdate(doc, update);
    const again = only(edits(new Y.Doc(), (text) => text.insert(0, 'z'.repeat(LONG))));
    const { structs } = Y.decodeUpdate(again);
    expect(structs).toHaveLength(1);
    const late = Y.mergeUpdates([again, Y.diffUpdate(update, Y.encodeStateVectorFromUpdate(update))]);
    expect(codeOf(() => guardUpdate(guarded(doc), new Map(), { participantId: ALICE }, late))).toBe('too_large');
  });

  test('counts each deleted character once, and only those that exist', () => {
    const doc = new Y.Doc();
    const text = doc.getText(SHARED_TEXT);
    text.insert(0, 'abcdefghij');
    text.delete(4, 2);
    const { clientID } = doc;
    const deletions = Y.createDeleteSetFromStructStore(new Y.Doc().store);
    const ranges = [
      [8, 9],
      [1, 3],
      [2, 2],
      [1, 3],
      [0, 1],
    ] as const;
    deletions.clients.set(
      clientID,
      ranges.map(([clock, len]) => ({ clock, len })),
    );
    deletions.clients.set(clientID + 1, [{ clock: 0, len: 5 }]);
    // a, b, c and d, i and j.
    expect(countDeleted(doc, deletions)).toBe(6);
  });
});
