import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { countScans } from '../../../testing/count-scans.ts';
import { integrationCost } from './integration-cost.ts';

function costOf(doc: Y.Doc, update: Uint8Array, limit = Infinity): number {
  return integrationCost(doc, Y.decodeUpdate(update), limit);
}

const TEXTS = FILE_TEXTS.slice(0, 3);

/** Returns an empty document whose three texts are there, as on a node that was asked for them. */
function withTexts(clientID: number): Y.Doc {
  const doc = Object.assign(new Y.Doc(), { clientID });
  for (const name of TEXTS) doc.getText(name);
  return doc;
}

const edit = fc.record({
  who: fc.nat(2),
  file: fc.nat(2),
  at: fc.nat(40),
  length: fc.nat(3),
  text: fc.constantFrom('', 'a', 'bc', 'def\n'),
  isSynced: fc.boolean(),
});

// The nodes name the texts only when somebody reads them: Yjs holds them as unnamed types before.
test.each([
  ['texts that were read', withTexts],
  ['texts that nobody read', (clientID: number) => Object.assign(new Y.Doc(), { clientID })],
])('counts exactly the items that Yjs scans for any edits of %s', (_what, newServer) => {
  let total = 0;
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 60 }),
      fc.uniqueArray(fc.nat(1_000), { minLength: 3, maxLength: 3 }),
      (edits, ids) => {
        const pages = ids.map((clientID) => Object.assign(new Y.Doc(), { clientID }));
        const server = newServer(1_001);
        for (const { who, file, at, length, text, isSynced } of edits) {
          const page = pages[who];
          if (!page) continue;
          if (isSynced) {
            const update = Y.encodeStateAsUpdate(page, Y.encodeStateVector(server));
            const cost = costOf(server, update);
            total += cost;
            expect(cost).toBe(countScans(() => Y.applyUpdate(server, update)));
            Y.applyUpdate(page, Y.encodeStateAsUpdate(server, Y.encodeStateVector(page)));
          }
          const code = page.getText(TEXTS[file]);
          const from = Math.min(at, code.length);
          code.delete(from, Math.min(length, code.length - from));
          code.insert(from, text);
        }
        const all = pages.map((page) => Y.encodeStateAsUpdate(page, Y.encodeStateVector(server)));
        const update = Y.mergeUpdates(all);
        const costOfAll = costOf(server, update);
        total += costOfAll;
        expect(costOfAll).toBe(countScans(() => Y.applyUpdate(server, update)));
        const state = Y.encodeStateAsUpdate(server);
        const other = newServer(1_002);
        expect(costOf(other, state)).toBe(countScans(() => Y.applyUpdate(other, state)));
      },
    ),
    { numRuns: 400 },
  );
  expect(total).toBeGreaterThan(100);
});

/** An item of one character between two others, which may be in different texts; honest clients make none such. */
function between(client: number, clock: number, [left, right]: readonly [number, number]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(1);
  encoder.writeLen(1);
  encoder.writeClient(client);
  encoder.writeLen(clock);
  const id = Y.createID(client, clock);
  const item = new Y.Item(
    id,
    null,
    Y.createID(1, left),
    null,
    Y.createID(1, right),
    null,
    null,
    new Y.ContentString('!'),
  );
  item.write(encoder, 0);
  encoder.writeLen(0);
  return encoder.toUint8Array();
}

const link = fc.record({ client: fc.integer({ min: 2, max: 9 }), left: fc.nat(11), right: fc.nat(11) });

test('counts links between two texts as Yjs scans them, in every order', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(fc.array(link, { maxLength: 8 }), (links) => {
      const base = withTexts(1);
      for (let n = 0; n < 6; n++) for (const name of TEXTS.slice(0, 2)) base.getText(name).insert(0, 'x');
      const [server, other] = [withTexts(1_001), withTexts(1_002)];
      for (const doc of [server, other]) Y.applyUpdate(doc, Y.encodeStateAsUpdate(base));
      const clocks = new Map<number, number>();
      const updates = links.map(({ client, left, right }) => {
        const clock = clocks.get(client) ?? 0;
        clocks.set(client, clock + 1);
        return between(client, clock, [left, right]);
      });
      for (const update of updates) {
        const cost = costOf(server, update);
        expect(cost).toBe(countScans(() => Y.applyUpdate(server, update)));
      }
      for (const update of updates.toReversed()) Y.applyUpdate(other, update);
      for (const name of TEXTS) expect(other.getText(name).toJSON()).toBe(server.getText(name).toJSON());
    }),
    { numRuns: 200 },
  );
});

/** Updates of `count` one-character items, each inserted at `place(n)`. */
function letters(doc: Y.Doc, count: number, place: (n: number) => number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  for (let n = 0; n < count; n++) doc.getText(SHARED_TEXT).insert(place(n), 'x');
  return Y.encodeStateAsUpdate(doc, before);
}

test('stops beyond the limit, and leaves the document unchanged', () => {
  const [low, high, server] = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
  Object.assign(low, { clientID: 1 });
  Object.assign(high, { clientID: 2 });
  server.getText(SHARED_TEXT);
  Y.applyUpdate(
    server,
    letters(low, 2_000, () => 0),
  );
  const before = Y.encodeStateAsUpdate(server);
  const update = letters(high, 2_000, () => 0);
  expect(costOf(server, update)).toBe(4_000_000);
  expect(costOf(server, update, 10_000)).toBe(Infinity);
  expect(Y.encodeStateAsUpdate(server)).toEqual(before);
});
