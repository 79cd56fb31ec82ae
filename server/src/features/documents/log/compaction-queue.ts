import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two compactions, in which other work gets the node and the database (ms). */
const PAUSE_MS = 100;

/**
 * Compacts logs into snapshots (their rows stay), one at a time with a pause between, because rooms that started
 * together are due together, and a thousand replays in parallel would block all edits for seconds.
 */
export class CompactionQueue {
  readonly #compact: (interviewId: string) => Promise<unknown>;
  readonly #waiting = new Set<string>();
  readonly #closed = new AbortController();
  #isRunning = false;

  constructor(compact: (interviewId: string) => Promise<unknown>) {
    this.#compact = compact;
  }

  /** Adds the log of an interview to the queue. */
  add(interviewId: string): void {
    this.#waiting.add(interviewId);
    if (!this.#isRunning) void this.#run();
  }

  /** Stops after the current compaction. */
  close(): void {
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (const interviewId of this.#waiting) {
      if (this.#closed.signal.aborted) break;
      this.#waiting.delete(interviewId);
      // If it fails, the next compaction or opening of the document catches up.
      await this.#compact(interviewId).catch(() => {});
      await sleep(PAUSE_MS, undefined, { signal: this.#closed.signal }).catch(() => {});
    }
    this.#isRunning = false;
  }
}
