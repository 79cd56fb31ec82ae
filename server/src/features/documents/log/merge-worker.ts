import { parentPort, workerData } from 'node:worker_threads';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { EditGuard } from '../yjs/edit-guard.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { MergedLog, SplitLog } from './replay-thread.ts';

// Merges the range of one log and exits; replay-thread.ts terminates it at the deadline.
parentPort?.postMessage(merge(workerData as SplitLog));

function merge({ before, within, after, deletedFiles }: SplitLog): MergedLog | null {
  const [doc, rewritten] = [new Y.Doc(), new Y.Doc()];
  const [guard, rewritingGuard] = [new EditGuard(), new EditGuard()];
  try {
    guard.replay(doc, before);
    const [start, isCutBefore] = [Y.encodeStateVector(doc), isWaiting(doc)];
    guard.replay(doc, within);
    // Nobody saw it after the range, as text that was deleted in a file.
    for (const root of deletedFiles) deleteSince(doc.getText(root), Y.decodeStateVector(start));
    for (const update of after) guard.claim(update);
    const [known, isCut] = [Y.encodeStateVector(doc), isCutBefore || isWaiting(doc)];
    // Yjs drops deleted text from its state, and keeps its length.
    const merged = Y.encodeStateAsUpdate(doc, start);
    // If later edits repeat deleted text, they add nothing, because the clocks of that text are taken.
    rewritingGuard.replay(rewritten, withoutWriters([...before, { bytes: merged }, ...after]));
    const text = rewritten.getText(SHARED_TEXT).toString();
    return { isCut, merged, known, state: guard.encodeState(rewritten), text, claims: guard.claims };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/** Deletes the characters of a text that are not in a state. Later edits beside them still apply. */
function deleteSince(text: Y.Text, state: Map<number, number>): void {
  const changes: object[] = [];
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) continue;
    const { client, clock } = item.id;
    const kept = Math.min(item.length, Math.max(0, (state.get(client) ?? 0) - clock));
    if (kept > 0) changes.push({ retain: kept });
    if (kept < item.length) changes.push({ delete: item.length - kept });
  }
  text.applyDelta(changes);
}

function withoutWriters(updates: Pick<LoggedUpdate, 'bytes'>[]): LoggedUpdate[] {
  return updates.map(({ bytes }) => ({ writer: null, bytes }));
}

/** True if updates of a document build on missing ones. */
function isWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null;
}
