import type { Database } from '../../../platform/database/database.ts';
import { readLogs, type LogPart } from './log.repository.ts';

/** Documents that one statement reads; applying the rows of more could block the node for other rooms. */
const DOCUMENTS_PER_STATEMENT = 50;

interface PendingRead {
  afterId: number;
  settled: PromiseWithResolvers<LogPart>;
}

/**
 * Reads rows that open documents miss. Concurrent reads share statements, one at a time: if there is no Redis, every
 * document of a node reads twice a second, and a statement each would use up the connections of the appends.
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
