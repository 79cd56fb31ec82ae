import { parentPort, workerData } from 'node:worker_threads';
import * as Y from 'yjs';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { checkState, IntegrationBudget } from '../yjs/integration-budget.ts';
import { claimLog } from '../yjs/client-claims.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { MergedLog, SplitLog } from './replay-thread.ts';

// Merges the range of one log and exits; replay-thread.ts terminates it at the deadline.
parentPort?.postMessage(merge(workerData as SplitLog));

function merge({ before, within, after }: SplitLog): MergedLog | null {
  const [doc, rewritten] = [new Y.Doc(), new Y.Doc()];
  const claims = new Map<number, string>();
  claimLog(claims, [...before, ...within, ...after]);
  try {
    const budget = new IntegrationBudget();
    budget.replay(doc, bytesOf(before), null);
    const [start, isCutBefore] = [Y.encodeStateVector(doc), isWaiting(doc)];
    budget.replay(doc, bytesOf(within), null);
    const [known, isCut] = [Y.encodeStateVector(doc), isCutBefore || isWaiting(doc)];
    // Yjs drops deleted text from its state, and keeps its length.
    const merged = Y.encodeStateAsUpdate(doc, start);
    // Later edits that repeat deleted text add nothing: the clocks of that text are taken.
    new IntegrationBudget().replay(rewritten, [...bytesOf(before), merged, ...bytesOf(after)], null);
    const state = Y.encodeStateAsUpdate(rewritten);
    checkState(new Y.Doc(), state);
    return { isCut, merged, known, state, claims };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

function bytesOf(updates: LoggedUpdate[]): Uint8Array[] {
  return updates.map(({ bytes }) => bytes);
}

/** Whether updates of a document build on missing ones. */
function isWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null;
}
