import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { SEED_UPDATE } from '../log/seed.ts';
import { TypedRuns } from './typed-runs.ts';
import { readTypedText } from './typed-text.ts';

function seeded(clientID: number): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = clientID;
  Y.applyUpdate(doc, SEED_UPDATE);
  return doc;
}

/** One action of a person: inserts a text at a place or deletes some, and may receive the updates of the other. */
const action = fc.record({
  who: fc.nat(1),
  at: fc.oneof(fc.constant(null), fc.nat(400)),
  text: fc.oneof(
    fc.constantFrom('a', 'b', ' ', '\n', '\t'),
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme' }),
  ),
  erase: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })),
  receives: fc.boolean(),
});

/** The updates of two people, one per change, each after the updates it depends on. */
function typedBy(actions: (typeof action extends fc.Arbitrary<infer A> ? A : never)[]): Uint8Array[] {
  const people = [seeded(1_001), seeded(4_100_200_300)];
  const cursors = [0, 0];
  const log: Uint8Array[] = [];
  for (const doc of people)
    doc.on('update', (update: Uint8Array, origin) => void (origin !== 'peer' && log.push(update)));
  for (const { who, at, text, erase, receives } of actions) {
    const doc = people[who];
    if (!doc) continue;
    if (receives) for (const update of log) Y.applyUpdate(doc, update, 'peer');
    const shared = doc.getText(SHARED_TEXT);
    const place = Math.min(at ?? cursors[who] ?? 0, shared.length);
    if (erase > 0) shared.delete(place, Math.min(erase, shared.length - place));
    else if (text) shared.insert(place, text);
    cursors[who] = place + (erase > 0 ? 0 : text.length);
  }
  return log;
}

function documentOf(updates: Uint8Array[]): Y.Doc {
  const doc = seeded(9);
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
}

describe('merged updates', () => {
  test('merges any updates of two people into the same document', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const updates = typedBy(actions);
        const runs = new TypedRuns();
        for (const update of updates) runs.add(update, readTypedText(update));
        const [one, other] = [documentOf(updates), documentOf(runs.take())];
        expect(other.getText(SHARED_TEXT).toJSON()).toBe(one.getText(SHARED_TEXT).toJSON());
        expect(Y.encodeStateAsUpdate(other)).toEqual(Y.encodeStateAsUpdate(one));
      }),
      { numRuns: 300 },
    );
  });

  test('merges text typed character after character into one update', () => {
    const updates = typedBy(
      Array.from('function main() {\n', (text) => ({ who: 0, at: null, text, erase: 0, receives: false })),
    );
    const runs = new TypedRuns();
    for (const update of updates) runs.add(update, readTypedText(update));
    expect(runs.take()).toHaveLength(1);
    expect(runs.take()).toHaveLength(0);
  });
});

describe('typed text', () => {
  const update = () => typedBy([{ who: 1, at: 3, text: 'typed', erase: 0, receives: false }])[0] ?? new Uint8Array();

  test('reads typed text from its bytes as Yjs decodes it', () => {
    const [item] = Y.decodeUpdate(update()).structs;
    if (!(item instanceof Y.Item)) throw new Error('An insertion makes an item.');
    expect(readTypedText(update())).toMatchObject({
      client: item.id.client,
      clock: item.id.clock,
      text: 'typed',
      origin: { ...item.origin },
      rightOrigin: { ...item.rightOrigin },
    });
  });

  test.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, -1)],
    ['with more after its end', (bytes: Uint8Array) => new Uint8Array([...bytes, 0])],
    ['with a carriage return', (bytes: Uint8Array) => bytes.map((byte) => (byte === 0x79 ? 0x0d : byte))],
    ['with invalid UTF-8', (bytes: Uint8Array) => bytes.map((byte) => (byte === 0x79 ? 0xff : byte))],
    ['of another content type', (bytes: Uint8Array) => bytes.map((byte) => (byte === 0xc4 ? 0xc6 : byte))],
    ['of two writers', (bytes: Uint8Array) => bytes.with(0, 2)],
    ['of no bytes', () => new Uint8Array()],
  ])('recognizes no typed text in an update %s', (_what, change) => {
    expect(readTypedText(update())).not.toBeNull();
    expect(readTypedText(change(update()))).toBeNull();
  });

  test.each(['é', '漢字', '😀', '\ufeffx', 'a\u2028b'])('recognizes any typed text, such as %j', (text) => {
    const [typed = new Uint8Array()] = typedBy([{ who: 0, at: 1, text, erase: 0, receives: false }]);
    expect(readTypedText(typed)?.text).toBe(text);
  });

  test('rejects typed text with half a surrogate pair', () => {
    const [half = new Uint8Array()] = typedBy([{ who: 0, at: 1, text: '\ud83d', erase: 0, receives: false }]);
    const item = Y.decodeUpdate(half).structs[0];
    expect(readTypedText(half)?.text ?? '\ufffd').toBe('\ufffd');
    expect(item instanceof Y.Item && item.length).toBe(1);
  });

  test('recognizes typed text only where Yjs decodes the same', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (place, byte) => {
        const bytes = update();
        bytes[place % bytes.length] = byte;
        const typed = readTypedText(bytes);
        if (!typed) return;
        const { structs, ds } = Y.decodeUpdate(bytes);
        const [item] = structs;
        if (!(item instanceof Y.Item)) throw new Error('Typed text is an item.');
        expect([structs.length, ds.clients.size, item.id.client, item.id.clock, item.length]).toEqual([
          1,
          0,
          typed.client,
          typed.clock,
          typed.text.length,
        ]);
        expect(item.content).toMatchObject({ str: typed.text });
      }),
      { numRuns: 2_000 },
    );
  });
});
