import { Worker } from 'node:worker_threads';
import { FairMutex } from '../../../platform/database/fair-mutex.ts';
import { unreadable } from '../yjs/integration-budget.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { ClientClaims } from '../yjs/update-guard.ts';

/** A replay may take this long (ms). 18,000 edits at random places take 1.4 s, and 5 s beside other load. */
const DEADLINE_MS = 20_000;
/** Heap limit of the worker (MB); a document with the most items takes 25 MB. */
const HEAP_MB = 256;

/** A document as stored in the database. */
export interface StoredLog {
  snapshot: Uint8Array;
  updates: LoggedUpdate[];
  /** The owners of the client ids in the snapshot. */
  writers: ClientClaims;
}

/** The result of replaying a log. */
export interface ReplayedLog {
  state: Uint8Array;
  claims: ClientClaims;
  /** How many more items further edits may scan. */
  extra: number;
}

/** One replay at a time, so that many costly documents leave a processor to everything else. */
const turns = new FairMutex<'replays'>();

/**
 * Replays a log in a worker thread. Rejects with `unreadable` when it exceeds the budget of a document, the heap limit
 * or the deadline.
 */
export async function replayOnThread(log: StoredLog, deadlineMs = DEADLINE_MS): Promise<ReplayedLog> {
  await turns.take('replays');
  try {
    return await replayUntil(log, deadlineMs);
  } finally {
    turns.release();
  }
}

async function replayUntil(workerData: StoredLog, deadlineMs: number): Promise<ReplayedLog> {
  const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const deadline = setTimeout(() => void worker.terminate(), deadlineMs);
  const { promise, resolve, reject } = Promise.withResolvers<ReplayedLog | null>();
  worker.once('message', resolve).once('exit', () => resolve(null));
  worker.once('error', (error) => (isOutOfMemory(error) ? resolve(null) : reject(error)));
  try {
    const replayed = await promise;
    if (replayed === null) throw unreadable();
    return replayed;
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
