import { parentPort, workerData } from 'node:worker_threads';
import * as Y from 'yjs';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { EditGuard } from '../yjs/edit-guard.ts';
import type { ReplayedLog, StoredLog } from './replay-thread.ts';

// Replays one log and exits; replay-thread.ts terminates it at the deadline.
parentPort?.postMessage(replay(workerData as StoredLog));

function replay({ snapshot, updates, writers }: StoredLog): ReplayedLog | null {
  const doc = new Y.Doc();
  const guard = new EditGuard(writers);
  try {
    guard.replay(doc, [{ writer: null, bytes: snapshot }, ...updates]);
    return { state: guard.encodeState(doc), claims: guard.claims, extra: guard.extra };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
