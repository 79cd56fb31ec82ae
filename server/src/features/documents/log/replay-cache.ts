import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { ExpiringCache, type CacheLimits } from '../../../platform/expiring-cache.ts';
import { LOG_ORIGIN, replayDocument, textsOf, type Replay } from './document-replay.ts';
import { isUnreadable } from '../yjs/edit-errors.ts';
import { readLog } from './log.repository.ts';

/**
 * Limits of the cache; `bytes` counts the encoded states of the documents. Deleted code may stay in memory for a
 * minute.
 */
const CACHE_LIMITS: CacheLimits = { ms: 60_000, bytes: 16 * 1024 * 1024, entries: 200 };

type CachedReplay = Promise<Pick<Replay, 'doc' | 'guard' | 'settledId'>>;

/**
 * Caches replays of documents that are read often. The log stays the source of truth: each read fetches the rows that
 * were added since or committed late, so the text has every acknowledged edit and nothing beyond the log.
 */
export class ReplayCache {
  readonly #db: Database;
  readonly #replays: ExpiringCache<CachedReplay>;

  constructor(db: Database, limits = CACHE_LIMITS) {
    this.#db = db;
    this.#replays = new ExpiringCache(limits);
  }

  /**
   * Returns the texts of a document as in the log now, by name. Rejects with `not_found` if it is not cached and does
   * not exist.
   */
  async texts(interviewId: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#replays.get(interviewId);
    const { doc } = await (known ? this.#update(interviewId, known) : this.#add(interviewId));
    return textsOf(doc);
  }

  /** Applies the rows since a replay, or returns a later replay if they are too many for this thread. */
  async #update(interviewId: string, known: CachedReplay): CachedReplay {
    const replay = await known;
    const { updates, settledId } = await readLog(this.#db, interviewId, replay.settledId);
    if (!replay.guard.tryReplay(replay.doc, updates, LOG_ORIGIN)) return this.#replace(interviewId, known);
    replay.settledId = Math.max(replay.settledId, settledId);
    return replay;
  }

  // A replay that has taken the place of `known` began after this call, so it has all that was acknowledged before.
  #replace(interviewId: string, known: CachedReplay): CachedReplay {
    const current = this.#replays.get(interviewId);
    return current && current !== known ? current : this.#add(interviewId);
  }

  /** Removes a document from the cache. */
  delete(interviewId: string): void {
    this.#replays.delete(interviewId);
  }

  #add(interviewId: string): CachedReplay {
    const replay = replayDocument(this.#db, interviewId).then(({ doc, guard, settledId }) => ({
      doc,
      guard,
      settledId,
    }));
    this.#replays.set(interviewId, replay, 0);
    const isCached = () => this.#replays.get(interviewId) === replay;
    replay.then(
      ({ doc }) => isCached() && this.#replays.resize(interviewId, Y.encodeStateAsUpdate(doc).byteLength),
      // An unreadable document stays cached, so that it is not replayed for each call.
      (error) => !isUnreadable(error) && isCached() && this.delete(interviewId),
    );
    return replay;
  }
}
