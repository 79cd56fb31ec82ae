import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { tryApplyLog, replayDocument, textOf, type Replay } from './document-replay.ts';
import { isUnreadable } from '../yjs/integration-budget.ts';
import { readLog } from './documents.repository.ts';

/** How long a replay is cached, read or not: deleted code may stay in memory this long (ms). */
const CACHE_MS = 60_000;

/** Limits of the cache; `bytes` counts the encoded states of the documents. */
const CACHE_LIMITS = { documents: 200, bytes: 16 * 1024 * 1024 };

interface CachedReplay {
  replay: Promise<Pick<Replay, 'doc' | 'claims' | 'settledId' | 'budget'>>;
  /** Size of the encoded state after the first replay; 0 until then. */
  bytes: number;
  expiry: NodeJS.Timeout;
}

/**
 * Caches replays of documents that are read often. The log stays the source of truth: each read fetches the rows that
 * were added since or committed late, so the text has every acknowledged edit and nothing that is not in the log.
 */
export class ReplayCache {
  readonly #db: Database;
  readonly #limits: typeof CACHE_LIMITS;
  readonly #entries = new Map<string, CachedReplay>();

  constructor(db: Database, limits = CACHE_LIMITS) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Returns the text of a document as in the log now. Rejects with `not_found` when it is not cached and does not
   * exist.
   */
  async text(interviewId: string): Promise<string> {
    const known = this.#entries.get(interviewId);
    const replay = await (known ?? this.#add(interviewId)).replay;
    if (known) {
      const { updates, settledId } = await readLog(this.#db, interviewId, replay.settledId);
      if (!tryApplyLog(replay, updates)) return this.#replayAll(interviewId, known);
      replay.settledId = Math.max(replay.settledId, settledId);
    }
    return textOf(replay.doc);
  }

  // The full replay runs in a worker thread if it is long.
  #replayAll(interviewId: string, failed: CachedReplay): Promise<string> {
    if (this.#entries.get(interviewId) === failed) this.delete(interviewId);
    return this.text(interviewId);
  }

  /** Removes a document from the cache. */
  delete(interviewId: string): void {
    clearTimeout(this.#entries.get(interviewId)?.expiry);
    this.#entries.delete(interviewId);
  }

  #add(interviewId: string): CachedReplay {
    const replay = replayDocument(this.#db, interviewId).then(({ doc, claims, settledId, budget }) => ({
      doc,
      claims,
      settledId,
      budget,
    }));
    const entry = { replay, bytes: 0, expiry: setTimeout(() => this.delete(interviewId), CACHE_MS).unref() };
    this.#entries.set(interviewId, entry);
    replay.then(
      ({ doc }) => {
        entry.bytes = Y.encodeStateAsUpdate(doc).byteLength;
        this.#shrink();
      },
      // An unreadable document stays cached, so that it is not replayed for each call.
      (error) => !isUnreadable(error) && this.#entries.get(interviewId) === entry && this.delete(interviewId),
    );
    return entry;
  }

  // Evicts the oldest first: they expire next anyway.
  #shrink(): void {
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [interviewId, entry] of this.#entries) {
      if (this.#entries.size <= this.#limits.documents && bytes <= this.#limits.bytes) return;
      bytes -= entry.bytes;
      this.delete(interviewId);
    }
  }
}
