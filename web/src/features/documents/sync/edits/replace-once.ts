import * as Y from 'yjs';
import type { EditedFile } from '../edited-file.ts';
import { replaceInFiles } from './replace-from.ts';
import { areSame, bordersOf, insertedBetween, isCopyOf, isWhole, placeOf } from './inserted-runs.ts';
import type { InsertedRun } from './inserted-runs.ts';

/** Origin of removing a text that two people inserted. */
const DOUBLED = Symbol('doubled');

/**
 * Replaces texts as `replaceInFiles`. If another page has made the same insertion before either got the other's, one of
 * them is removed once they meet. The page whose copy is below decides: it removes its own, or the other if its own was
 * changed and the other was not. Text that people typed stays.
 */
export function replaceOnce(replacements: readonly { file: EditedFile; from: number; text: string }[]): void {
  const [first] = replacements;
  if (first === undefined) return;
  const { clientID: client, store } = first.file.editing;
  let clock = Y.getState(store, client);
  replaceInFiles(replacements);
  for (const { file, text } of replacements) {
    if (text.trim() !== '') watch(file, { client, clock, text });
    clock += text.length;
  }
}

function watch(file: EditedFile, own: InsertedRun): void {
  const borders = bordersOf(file.text, own);
  if (borders === null) return;
  const met = new Set<number>();
  file.text.observe(({ delta }, { local }) => {
    if (local || !delta.some(({ insert }) => insert !== undefined)) return;
    // Not yet, because the observers of this change see it first.
    queueMicrotask(() => {
      for (const other of insertedBetween(file.text, borders, own)) {
        if (met.has(other.client) || areSame(other, own) || !isCopyOf(file.text, other)) continue;
        met.add(other.client);
        // Of texts inserted at one place, Yjs puts that of the lower client id above.
        if (other.client < own.client) settle(file, own, other);
      }
    });
  });
}

function settle(file: EditedFile, own: InsertedRun, other: InsertedRun): void {
  const removed = [own, other].find((run) => isWhole(file.text, run));
  const at = removed && placeOf(file.text, removed);
  if (removed === undefined || typeof at !== 'number') return;
  const isSent = !file.isHolding;
  file.editing.transact(() => file.text.delete(at, removed.text.length), DOUBLED);
  if (removed === own) forget(file, own);
  // A line that the typing mode holds back stays held.
  if (isSent) file.flush();
}

/** Removes an insertion from the user's undo history, because undoing it would bring back the text before it. */
function forget({ undoManager: { undoStack } }: EditedFile, { client, clock }: InsertedRun): void {
  const step = undoStack.findIndex(({ insertions }) => Y.isDeleted(insertions, Y.createID(client, clock)));
  if (step >= 0) undoStack.splice(step, 1);
}
