import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { followShort, replayDocument, textOf, type Replay } from './document-replay.ts';
import { isUnreadable } from '../yjs/integration-budget.ts';
import { readLog } from './documents.repository.ts';

/** How long a replay is kept, read or not, in milliseconds: so long may what was deleted stay in memory. */
const KEEP_MS = 60_000;

/** What is kept at most; `bytes` are those of the documents' encoded states. */
const LIMITS = { documents: 200, bytes: 16 * 1024 * 1024 };

interface Kept {
  replay: Promise<Pick<Replay, 'doc' | 'claims' | 'settledId' | 'work'>>;
  /** As it was replayed first; 0 until then. */
  bytes: number;
  leaving: NodeJS.Timeout;
}

/**
 * Replays of documents that are read often. The log stays the truth: each reading asks it for the rows that came since,
 * or may have come late, so that nothing acknowledged is missing and nothing is told that is not in the log.
 */
export class KeptReplays {
  readonly #db: Database;
  readonly #limits: typeof LIMITS;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Database, limits = LIMITS) {
    this.#db = db;
    this.#limits = limits;
  }

  /** The text of a document as its log has it now. Throws `not_found` when it is not kept and there is none. */
  async text(interviewId: string): Promise<string> {
    const known = this.#kept.get(interviewId);
    const replay = await (known ?? this.#keep(interviewId)).replay;
    if (known) {
      const { updates, settledId } = await readLog(this.#db, interviewId, replay.settledId);
      if (!followShort(replay, updates)) return this.#replayAll(interviewId, known);
      replay.settledId = Math.max(replay.settledId, settledId);
    }
    return textOf(replay.doc);
  }

  // On a thread of its own, if need be.
  #replayAll(interviewId: string, failed: Kept): Promise<string> {
    if (this.#kept.get(interviewId) === failed) this.forget(interviewId);
    return this.text(interviewId);
  }

  /** Lets a document go. */
  forget(interviewId: string): void {
    clearTimeout(this.#kept.get(interviewId)?.leaving);
    this.#kept.delete(interviewId);
  }

  #keep(interviewId: string): Kept {
    const replay = replayDocument(this.#db, interviewId).then(({ doc, claims, settledId, work }) => ({
      doc,
      claims,
      settledId,
      work,
    }));
    const kept = { replay, bytes: 0, leaving: setTimeout(() => this.forget(interviewId), KEEP_MS).unref() };
    this.#kept.set(interviewId, kept);
    replay.then(
      ({ doc }) => {
        kept.bytes = Y.encodeStateAsUpdate(doc).byteLength;
        this.#shrink();
      },
      // One that cannot be read is not tried again with each call.
      (error) => !isUnreadable(error) && this.#kept.get(interviewId) === kept && this.forget(interviewId),
    );
    return kept;
  }

  // What was kept first goes first: it would soon go anyway.
  #shrink(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [interviewId, kept] of this.#kept) {
      if (this.#kept.size <= this.#limits.documents && bytes <= this.#limits.bytes) return;
      bytes -= kept.bytes;
      this.forget(interviewId);
    }
  }
}
