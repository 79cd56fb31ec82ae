import { parentPort, workerData } from 'node:worker_threads';
import * as Y from 'yjs';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { checkState, IntegrationBudget } from '../yjs/integration-budget.ts';
import type { ReplayedLog, StoredLog } from './replay-thread.ts';
import { claimLog } from '../yjs/client-claims.ts';

// Replays one log and exits; replay-thread.ts terminates it at the deadline.
parentPort?.postMessage(replay(workerData as StoredLog));

function replay({ snapshot, updates, writers }: StoredLog): ReplayedLog | null {
  const doc = new Y.Doc();
  const budget = new IntegrationBudget();
  try {
    budget.replay(doc, [snapshot, ...updates.map(({ bytes }) => bytes)], null);
    const state = Y.encodeStateAsUpdate(doc);
    checkState(new Y.Doc(), state);
    claimLog(writers, updates);
    return { state, claims: writers, extra: budget.extra };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
