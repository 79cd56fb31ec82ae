import { setTimeout as sleep } from 'node:timers/promises';

/** Between two folds everybody else has the node, and the database, for this long, in milliseconds. */
const PAUSE_MS = 100;

/**
 * Logs that are to be folded into snapshots, one at a time and with a pause between: rooms that began together are due
 * together, and a thousand replays at once would stop all that is typed for seconds.
 */
export class FoldQueue {
  readonly #fold: (interviewId: string) => Promise<unknown>;
  readonly #waiting = new Set<string>();
  readonly #closed = new AbortController();
  #isRunning = false;

  constructor(fold: (interviewId: string) => Promise<unknown>) {
    this.#fold = fold;
  }

  /** Has a log folded when its turn comes. */
  add(interviewId: string): void {
    this.#waiting.add(interviewId);
    if (!this.#isRunning) void this.#run();
  }

  /** Folds no more. */
  close(): void {
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (const interviewId of this.#waiting) {
      if (this.#closed.signal.aborted) break;
      this.#waiting.delete(interviewId);
      // The next fold of this document, or its next opening, makes up for one that failed.
      await this.#fold(interviewId).catch(() => {});
      await sleep(PAUSE_MS, undefined, { signal: this.#closed.signal }).catch(() => {});
    }
    this.#isRunning = false;
  }
}
