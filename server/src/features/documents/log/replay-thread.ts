import { Worker } from 'node:worker_threads';
import { Turns } from '../../../platform/database/turns.ts';
import { unreadable } from '../yjs/integration-budget.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { ClientClaims } from '../yjs/update-guard.ts';

/** A replay may take so long, in milliseconds. 18,000 edits at random places take 1.4 s, and 5 s beside other load. */
const DEADLINE_MS = 20_000;
/** Memory of the thread, in MB; a document of the most items takes 25. */
const HEAP_MB = 256;

/** A document as the database has it. */
export interface StoredLog {
  snapshot: Uint8Array;
  updates: LoggedUpdate[];
  /** Whose the client ids in the snapshot are. */
  writers: ClientClaims;
}

/** What is left of a log after its replay. */
export interface ReplayedLog {
  state: Uint8Array;
  claims: ClientClaims;
  /** Items that further edits may pass. */
  extra: number;
}

/** One at a time, so that many costly documents leave a processor to all others. */
const turns = new Turns<'replays'>();

/**
 * Replays a log on a thread of its own. Throws `unreadable` when it costs more than the edits of a document may, needs
 * too much memory, or does not end in time.
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
