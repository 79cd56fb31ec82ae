import type { NewUpdate } from './documents.repository.ts';

/**
 * Rows that may wait before further edits are refused. A client of ours holds back by itself after sixteen edits, so
 * that a thousand rooms in which both people type wait here with all they have, and nobody is refused.
 */
const MAX_ROWS = 32_000;
/** Bytes that may wait before further edits are refused: 8 MB. */
const MAX_BYTES = 8_000_000;
/** Rows in one statement; what arrives while it runs is the next one. */
const BATCH_MAX_ROWS = 500;
/** Bytes in one statement: 2 MB. */
const BATCH_MAX_BYTES = 2_000_000;

/** What one caller waits for: updates of one interview, in order. */
export interface Waiting {
  updates: NewUpdate[];
  bytes: number;
  since: number;
  settled: PromiseWithResolvers<void>;
}

/**
 * The edits that wait for the database, in the order they came. When they are more than a statement takes, one that
 * waits already is not taken a second time: a client repeats what is not acknowledged, and each edit brings those of
 * other nodes that it builds on.
 */
export class UpdateQueue {
  /** What is being written, and what comes after it. */
  #batch: Waiting[] = [];
  #next: Waiting[] = [];
  // Only while much waits: a map that lives on and changes with each keystroke doubles the time of collections.
  #operations: Map<string, Waiting> | null = null;
  #rows = 0;
  #bytes = 0;

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows >= MAX_ROWS || this.#bytes >= MAX_BYTES;
  }

  /** Whether something waits that is not being written. */
  get hasNext(): boolean {
    return this.#next.length > 0;
  }

  /** Everything that waits, oldest first. */
  get waiting(): Waiting[] {
    return [...this.#batch, ...this.#next];
  }

  /** Settles when all of these updates are written; rejects with the first that is not. */
  add(updates: NewUpdate[]): Promise<void> {
    if (this.#rows < BATCH_MAX_ROWS) return this.#push(updates);
    const operations = (this.#operations ??= byOperation(this.waiting));
    const earlier = new Set<Waiting>();
    const fresh = updates.filter((update) => {
      const known = operations.get(operationOf(update));
      if (known) earlier.add(known);
      return !known;
    });
    const all = [...earlier].map(({ settled }) => settled.promise);
    if (fresh.length > 0) all.push(this.#push(fresh));
    return Promise.all(all).then(() => {});
  }

  /** Takes the oldest as the batch that is written now. */
  take(): Waiting[] {
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

  /** The batch that was taken is settled, one way or the other. */
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

function byOperation(all: Waiting[]): Map<string, Waiting> {
  return new Map(all.flatMap((waiting) => waiting.updates.map((update) => [operationOf(update), waiting] as const)));
}

function operationOf({ interviewId, opId }: NewUpdate): string {
  return `${interviewId} ${opId}`;
}
