import type { Database } from '../../../platform/database/database.ts';
import { readLogs, type LogPart } from './documents.repository.ts';

/** Documents one statement reads: with more, what there is to apply could hold up everybody else on this node. */
const TOGETHER = 50;

interface Asked {
  afterId: number;
  settled: PromiseWithResolvers<LogPart>;
}

/**
 * What open documents lack of their logs. All that ask meanwhile share statements, one at a time: without Redis every
 * document of a node asks twice a second, and with a statement each they would take the appends' connections.
 */
export class LogReader {
  readonly #db: Database;
  #waiting = new Map<string, Asked>();
  #isRunning = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The log of a document after a row, read after the call. Rejects when the database does not answer. */
  read(interviewId: string, afterId: number): Promise<LogPart> {
    const asked = this.#waiting.get(interviewId) ?? { afterId, settled: Promise.withResolvers() };
    asked.afterId = Math.min(asked.afterId, afterId);
    this.#waiting.set(interviewId, asked);
    if (!this.#isRunning) void this.#run();
    return asked.settled.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // One turn of the event loop lets everybody who asks at this moment share the first statement.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const batch = new Map([...this.#waiting].slice(0, TOGETHER));
      for (const interviewId of batch.keys()) this.#waiting.delete(interviewId);
      await this.#read(batch);
    }
    this.#isRunning = false;
  }

  async #read(batch: ReadonlyMap<string, Asked>): Promise<void> {
    try {
      const parts = await readLogs(this.#db, new Map([...batch].map(([id, { afterId }]) => [id, afterId])));
      for (const [id, part] of parts) batch.get(id)?.settled.resolve(part);
    } catch (error) {
      // Whoever waits asks again soon; waiting for each statement to fail would take a minute.
      for (const { settled } of [...batch.values(), ...this.#waiting.values()]) settled.reject(error);
      this.#waiting = new Map();
    }
  }
}
