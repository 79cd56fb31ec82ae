import { Worker } from 'node:worker_threads';
import { FairMutex } from '../../../platform/database/fair-mutex.ts';
import { unreadable } from '../yjs/edit-errors.ts';
import type { LoggedUpdate } from './packed-log.ts';
import type { ClientClaims } from '../yjs/client-claims.ts';

/** A replay may take this long (ms). 18,000 edits at random places take 1.4 s, and 5 s if there is other load. */
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
  /** The number of items that further edits may scan. */
  extra: number;
}

/** The log of an ended interview, cut at the ends of a range that becomes one edit. */
export interface SplitLog {
  before: LoggedUpdate[];
  within: LoggedUpdate[];
  after: LoggedUpdate[];
  /** The texts of files that were deleted at the end of the range and stay so. */
  deletedFiles: string[];
}

/** The result of merging the range of a log; `isCut` if the edits at its ends build on others beyond them. */
export interface MergedLog {
  isCut: boolean;
  /** The edit that replaces the range, which has no deleted text and adds none to deleted files. */
  merged: Uint8Array;
  /** The state vector of the document at the end of the range. */
  known: Uint8Array;
  /** The whole document, without text that the range inserted and deleted. */
  state: Uint8Array;
  /** The text of its first file. */
  text: string;
  claims: ClientClaims;
}

/**
 * One replay at a time, so that many costly documents leave a processor to everything else. Rooms and each company's
 * merges alternate, so that nobody waits for all merges of another company.
 */
const turns = new FairMutex<string>();
const ROOMS = 'rooms';

/**
 * Replays a log in a worker thread. Rejects with `unreadable` if it exceeds the budget of a document, the heap limit or
 * the deadline.
 */
export function replayOnThread(log: StoredLog, deadlineMs = DEADLINE_MS): Promise<ReplayedLog> {
  return inTurn(ROOMS, () => runUntil<ReplayedLog>(new URL('./replay-worker.ts', import.meta.url), log, deadlineMs));
}

/**
 * Merges the range of a company's log, which is read when its turn comes, in a worker thread. Rejects like
 * `replayOnThread` and `readLog`.
 */
export function mergeOnThread(companyId: string, readLog: () => Promise<SplitLog>): Promise<MergedLog> {
  const file = new URL('./merge-worker.ts', import.meta.url);
  return inTurn(companyId, async () => runUntil<MergedLog>(file, await readLog(), DEADLINE_MS));
}

async function inTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
  await turns.take(lane);
  try {
    return await work();
  } finally {
    turns.release();
  }
}

async function runUntil<T>(file: URL, workerData: unknown, deadlineMs: number): Promise<T> {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const deadline = setTimeout(() => void worker.terminate(), deadlineMs);
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
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
