import { parentPort, workerData } from 'node:worker_threads';
import * as Y from 'yjs';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { EditGuard } from '../yjs/edit-guard.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { MergedLog, SplitLog } from './replay-thread.ts';

// Merges the range of one log and exits; replay-thread.ts terminates it at the deadline.
parentPort?.postMessage(merge(workerData as SplitLog));

function merge({ before, within, after }: SplitLog): MergedLog | null {
  const [doc, rewritten] = [new Y.Doc(), new Y.Doc()];
  const [guard, rewritingGuard] = [new EditGuard(), new EditGuard()];
  try {
    guard.replay(doc, before);
    const [start, isCutBefore] = [Y.encodeStateVector(doc), isWaiting(doc)];
    guard.replay(doc, within);
    for (const update of after) guard.claim(update);
    const [known, isCut] = [Y.encodeStateVector(doc), isCutBefore || isWaiting(doc)];
    // Yjs drops deleted text from its state, and keeps its length.
    const merged = Y.encodeStateAsUpdate(doc, start);
    // If later edits repeat deleted text, they add nothing, because the clocks of that text are taken.
    rewritingGuard.replay(rewritten, withoutWriters([...before, { bytes: merged }, ...after]));
    return { isCut, merged, known, state: guard.encodeState(rewritten), claims: guard.claims };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

function withoutWriters(updates: Pick<LoggedUpdate, 'bytes'>[]): LoggedUpdate[] {
  return updates.map(({ bytes }) => ({ writer: null, bytes }));
}

/** True if updates of a document build on missing ones. */
function isWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null;
}
