import type { NewUpdate } from './log.repository.ts';

/**
 * Rows that may wait before further edits are refused. A page sends at most sixteen unacknowledged edits, so that all
 * edits of a thousand rooms in which two people type fit here, and none is refused.
 */
const MAX_ROWS = 32_000;
/** Bytes that may wait before further edits are refused: 8 MB. */
const MAX_BYTES = 8_000_000;
/** Rows in one statement; rows that arrive while it runs go into the next one. */
const BATCH_MAX_ROWS = 500;
/** Bytes in one statement: 2 MB. */
const BATCH_MAX_BYTES = 2_000_000;

/** One append: updates of one interview, in order. */
export interface WaitingAppend {
  updates: NewUpdate[];
  bytes: number;
  since: number;
  settled: PromiseWithResolvers<void>;
}

/**
 * The edits that wait for the database, in arrival order. If they exceed one statement, an edit that waits already is
 * not queued again, because clients repeat unacknowledged edits, and each edit brings the edits of other nodes that it
 * builds on.
 */
export class UpdateQueue {
  /** The appends being written, and the later ones. */
  #batch: WaitingAppend[] = [];
  #next: WaitingAppend[] = [];
  // Only while much waits, because a long-lived map that changes at each keystroke doubles the time of garbage
  // collections.
  #operations: Map<string, WaitingAppend> | null = null;
  #rows = 0;
  #bytes = 0;

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows >= MAX_ROWS || this.#bytes >= MAX_BYTES;
  }

  /** True if an append waits that is not being written. */
  get hasNext(): boolean {
    return this.#next.length > 0;
  }

  /** All appends that wait, oldest first. */
  get waiting(): WaitingAppend[] {
    return [...this.#batch, ...this.#next];
  }

  /** Resolves when all these updates are committed; rejects with the first failure. */
  add(updates: NewUpdate[]): Promise<void> {
    if (this.#rows < BATCH_MAX_ROWS) return this.#push(updates);
    const operations = (this.#operations ??= byOperation(this.waiting));
    const earlier = new Set<WaitingAppend>();
    const fresh = updates.filter((update) => {
      const known = operations.get(operationOf(update));
      if (known) earlier.add(known);
      return !known;
    });
    const all = [...earlier].map(({ settled }) => settled.promise);
    if (fresh.length > 0) all.push(this.#push(fresh));
    return Promise.all(all).then(() => {});
  }

  /** Takes the oldest appends as the batch that is written now. */
  take(): WaitingAppend[] {
    let rows = 0;
    let bytes = 0;
    const end = this.#next.findIndex((waiting, index) => {
      rows += waiting.updates.length;
      bytes += waiting.bytes;
      return index > 0 && (rows > BATCH_MAX_ROWS || bytes > BATCH_MAX_BYTES);
    });
    this.#batch = this.#next.splice(0, end === -1 ? this.#next.length : end);
    return this.#batch;
  }

  /** Removes the batch after it was settled. */
  finish(): void {
    for (const { updates, bytes } of this.#batch) {
      this.#rows -= updates.length;
      this.#bytes -= bytes;
      for (const update of updates) this.#operations?.delete(operationOf(update));
    }
    this.#batch = [];
    if (this.#rows < BATCH_MAX_ROWS) this.#operations = null;
  }

  #push(updates: NewUpdate[]): Promise<void> {
    const bytes = updates.reduce((sum, update) => sum + update.bytes.length, 0);
    const waiting = { updates, bytes, since: performance.now(), settled: Promise.withResolvers<void>() };
    this.#next.push(waiting);
    this.#rows += updates.length;
    this.#bytes += bytes;
    for (const update of updates) this.#operations?.set(operationOf(update), waiting);
    return waiting.settled.promise;
  }
}

function byOperation(all: WaitingAppend[]): Map<string, WaitingAppend> {
  return new Map(all.flatMap((waiting) => waiting.updates.map((update) => [operationOf(update), waiting] as const)));
}

function operationOf({ interviewId, opId }: NewUpdate): string {
  return `${interviewId} ${opId}`;
}
