import type * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { listRows } from '../files/files.repository.ts';
import { replayInto, type Replay } from './document-replay.ts';
import { awaitAppends, readLog, readLogs, type LogPart } from './log.repository.ts';

/** Documents that one statement reads; applying the rows of more could block the node for other rooms. */
const DOCUMENTS_PER_STATEMENT = 50;

interface PendingRead {
  afterId: number;
  settled: PromiseWithResolvers<LogPart>;
}

/**
 * Reads for open documents from the database. Concurrent reads of missed rows share statements, one at a time: if
 * there is no Redis, every document of a node reads twice a second, and a statement each would use up the connections
 * of the appends.
 */
export class LogReader {
  readonly #db: Database;
  #waiting = new Map<string, PendingRead>();
  #isRunning = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the log of a document after a row, read after this call. Rejects if the database does not respond. */
  read(interviewId: string, afterId: number): Promise<LogPart> {
    const pending = this.#waiting.get(interviewId) ?? { afterId, settled: Promise.withResolvers() };
    pending.afterId = Math.min(pending.afterId, afterId);
    this.#waiting.set(interviewId, pending);
    if (!this.#isRunning) void this.#run();
    return pending.settled.promise;
  }

  /** Replays a document; rejects like `replayInto`. */
  replay(interviewId: string, doc: Y.Doc): Promise<Pick<Replay, 'guard' | 'settledId'> & { isLong: boolean }> {
    return replayInto(this.#db, interviewId, doc);
  }

  /** Returns the log of a document after a row, in a statement of its own. */
  readAlone(interviewId: string, afterId: number): Promise<LogPart> {
    return readLog(this.#db, interviewId, afterId);
  }

  /** Resolves when every append to a document that any node had begun is readable or rolled back. */
  awaitAppends(interviewId: string): Promise<void> {
    return awaitAppends(this.#db, interviewId);
  }

  /** Returns the names of the texts of an interview's files. */
  async listTexts(interviewId: string): Promise<string[]> {
    return (await listRows(this.#db, interviewId)).map(({ root }) => root);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // One turn of the event loop lets all current callers share the first statement.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const batch = new Map([...this.#waiting].slice(0, DOCUMENTS_PER_STATEMENT));
      for (const interviewId of batch.keys()) this.#waiting.delete(interviewId);
      await this.#read(batch);
    }
    this.#isRunning = false;
  }

  async #read(batch: ReadonlyMap<string, PendingRead>): Promise<void> {
    try {
      const parts = await readLogs(this.#db, new Map([...batch].map(([id, { afterId }]) => [id, afterId])));
      for (const [id, part] of parts) batch.get(id)?.settled.resolve(part);
    } catch (error) {
      // All fail together, because they retry soon and failing statement by statement would take a minute.
      for (const { settled } of [...batch.values(), ...this.#waiting.values()]) settled.reject(error);
      this.#waiting = new Map();
    }
  }
}
