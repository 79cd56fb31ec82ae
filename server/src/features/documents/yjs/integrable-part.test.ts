import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { expect } from 'vitest';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { SEED_UPDATE } from '../log/seed.ts';
import { guardUpdate } from './update-guard.ts';
import { itHolds } from '../../../testing/property.ts';

const step = fc.record({
  who: fc.nat(2),
  at: fc.nat(60),
  what: fc.constantFrom('type', 'type', 'type', 'erase'),
  isSynced: fc.boolean(),
});

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Returns the part of an update that may be applied to a document; an empty update if it is refused as incomplete. */
function partOf(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const guarded = {
    length: doc.getText(SHARED_TEXT).length,
    clockOf: (client: number) => Y.getState(doc.store, client),
    hasText: () => true,
    countDeleted: () => 0,
  };
  try {
    return guardUpdate(guarded, new Map(), { participantId: 'anna' }, update);
  } catch (error) {
    if (error instanceof AppError && error.code === 'resync') return new Uint8Array([0, 0]);
    throw error;
  }
}

itHolds('integrates exactly the part of an edit that Yjs would show', 500, (numRuns) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), fc.nat(2), (steps, absent) => {
      const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
      for (const doc of docs) Y.applyUpdate(doc, SEED_UPDATE);
      for (const { who, at, what, isSynced } of steps) {
        const doc = docs[who] ?? new Y.Doc();
        const text = doc.getText(SHARED_TEXT);
        if (what === 'type') text.insert(at % (text.length + 1), 'xy');
        else text.delete(at % (text.length - 2), 2);
        if (isSynced) for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
      }
      // The sender leaves out the edits that an author has to send themselves.
      const [sender = new Y.Doc()] = docs;
      const node = new Y.Doc();
      Y.applyUpdate(node, SEED_UPDATE);
      const wanted = Y.decodeStateVector(Y.encodeStateVector(node));
      const left = docs[absent]?.clientID ?? 0;
      wanted.set(left, Y.getState(sender.store, left));
      const update = Y.encodeStateAsUpdate(sender, Y.encodeStateVector(wanted));

      const [inPart, whole] = [copyOf(node), copyOf(node)];
      const part = partOf(node, update);
      Y.applyUpdate(inPart, part);
      expect([inPart.store.pendingStructs, inPart.store.pendingDs]).toEqual([null, null]);
      Y.applyUpdate(whole, update);
      expect(Y.getState(inPart.store, left)).toBe(Y.getState(whole.store, left));
      expect(Y.decodeStateVector(Y.encodeStateVector(inPart))).toEqual(
        new Map([...whole.store.clients.keys()].map((client) => [client, Y.getState(whole.store, client)])),
      );
      if (part.length > 2) expect(inPart.getText(SHARED_TEXT).toJSON()).toBe(whole.getText(SHARED_TEXT).toJSON());
      // The rest is applied later, without duplicates.
      Y.applyUpdate(inPart, Y.encodeStateAsUpdate(sender));
      expect(inPart.getText(SHARED_TEXT).toJSON()).toBe(sender.getText(SHARED_TEXT).toJSON());
    }),
    { numRuns },
  );
});
