import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { splitUpdate } from './split-update.ts';

const LIMIT = 4096;

function updateOf(change: (text: Y.Text) => void, base?: Y.Doc): Uint8Array {
  const doc = new Y.Doc();
  if (base) Y.applyUpdate(doc, Y.encodeStateAsUpdate(base));
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  doc.transact(() => change(doc.getText('code')));
  return updates[0] ?? new Uint8Array([0, 0]);
}

const edit = fc.tuple(
  fc.nat(30_000),
  fc.nat(50),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.integer({ min: 1, max: 12 }),
);

test('splits an update into small pieces of the same document', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      const base = new Y.Doc();
      base.getText('code').insert(0, 'shared\ntext');
      const update = updateOf((text) => {
        for (const [at, count, insert, times] of edits) {
          const from = Math.min(at, text.length);
          text.delete(from, Math.min(count, text.length - from));
          text.insert(from, insert.repeat(times));
        }
      }, base);
      const [whole, pieced] = [new Y.Doc(), new Y.Doc()];
      for (const doc of [whole, pieced]) Y.applyUpdate(doc, Y.encodeStateAsUpdate(base));
      Y.applyUpdate(whole, update);
      for (const piece of splitUpdate(update, LIMIT)) {
        expect(piece.length).toBeLessThanOrEqual(LIMIT + 256);
        Y.applyUpdate(pieced, piece);
        expect(pieced.store.pendingStructs).toBeNull();
      }
      expect(pieced.getText('code').toString()).toBe(whole.getText('code').toString());
      expect(Y.encodeStateVector(pieced)).toEqual(Y.encodeStateVector(whole));
    }),
    { numRuns: 150 },
  );
});

test('deletes the earlier text in the first piece', () => {
  const base = new Y.Doc();
  base.getText('code').insert(0, 'old text');
  const update = updateOf((text) => {
    text.delete(0, text.length);
    text.insert(0, 'new '.repeat(5_000));
    text.delete(0, 4);
  }, base);
  const [first = new Uint8Array()] = splitUpdate(update, LIMIT);
  Y.applyUpdate(base, first);
  expect(base.getText('code').toString()).toBe('');
});

test('splits a paste of 200,000 characters into pieces of at most 64 KB', () => {
  const paste = 'ünïcødé 🙂 '.repeat(18_000);
  const pieces = splitUpdate(
    updateOf((text) => text.insert(0, paste)),
    64 * 1024,
  );
  const doc = new Y.Doc();
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(64 * 1024);
    Y.applyUpdate(doc, piece);
  }
  expect(pieces.length).toBeGreaterThan(4);
  expect(doc.getText('code').toString() === paste).toBe(true);
});
