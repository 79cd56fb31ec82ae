import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { countScans } from '../../../testing/count-scans.ts';
import { integrationCost } from './integration-cost.ts';

function costOf(doc: Y.Doc, update: Uint8Array, limit = Infinity): number {
  const start = doc.getText(SHARED_TEXT)._start;
  return integrationCost({ store: doc.store, start }, Y.decodeUpdate(update), limit);
}

const edit = fc.record({
  who: fc.nat(2),
  at: fc.nat(40),
  length: fc.nat(3),
  text: fc.constantFrom('', 'a', 'bc', 'def\n'),
  isSynced: fc.boolean(),
});

test('counts exactly the items that Yjs scans for any edits', () => {
  let total = 0;
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 60 }),
      fc.uniqueArray(fc.nat(1_000), { minLength: 3, maxLength: 3 }),
      (edits, ids) => {
        const pages = ids.map((clientID) => Object.assign(new Y.Doc(), { clientID }));
        const server = new Y.Doc();
        server.getText(SHARED_TEXT);
        for (const { who, at, length, text, isSynced } of edits) {
          const page = pages[who];
          if (!page) continue;
          if (isSynced) {
            const update = Y.encodeStateAsUpdate(page, Y.encodeStateVector(server));
            const cost = costOf(server, update);
            total += cost;
            expect(cost).toBe(countScans(() => Y.applyUpdate(server, update)));
            Y.applyUpdate(page, Y.encodeStateAsUpdate(server, Y.encodeStateVector(page)));
          }
          const code = page.getText(SHARED_TEXT);
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
        const other = new Y.Doc();
        other.getText(SHARED_TEXT);
        expect(costOf(other, state)).toBe(countScans(() => Y.applyUpdate(other, state)));
      },
    ),
    { numRuns: 400 },
  );
  expect(total).toBeGreaterThan(100);
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
