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
/** The part of a statement that locked interviews may take, and the part of all waiting bytes that one of them may. */
const LOCKED_SHARE = 1 / 4;

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
 * builds on. Edits of an interview that is locked wait apart: one such interview waits for its lock in the database, and
 * each statement tries the first edit of the others.
 */
export class UpdateQueue {
  /** The appends being written, and the later ones. */
  #batch: WaitingAppend[] = [];
  #next: WaitingAppend[] = [];
  /** The appends of locked interviews. */
  readonly #locked = new Map<string, WaitingAppend[]>();
  /** The first appends of the interview that waits for its lock in the database. */
  #blocked: WaitingAppend[] = [];
  // Only while much waits, because a long-lived map that changes at each keystroke doubles the time of garbage
  // collections.
  #operations: Map<string, WaitingAppend> | null = null;
  #rows = 0;
  #bytes = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Returns true if no more edits of an interview may wait. A locked one leaves room for the others. */
  isFullFor(interviewId: string): boolean {
    if (this.#rows >= MAX_ROWS || this.#bytes >= MAX_BYTES) return true;
    const locked = this.#locked.get(interviewId) ?? [];
    return locked.reduce((sum, { bytes }) => sum + bytes, 0) >= LOCKED_SHARE * MAX_BYTES;
  }

  /** True if an append waits that is not being written. */
  get hasNext(): boolean {
    return this.#next.length > 0 || this.isLocked;
  }

  /** True if only appends of locked interviews can be tried. */
  get isLocked(): boolean {
    return this.#next.length === 0 && this.#locked.size > (this.#blocked.length > 0 ? 1 : 0);
  }

  /** The appends of which one has waited longest. */
  get firsts(): WaitingAppend[] {
    return [this.#batch, this.#next, ...this.#locked.values()].flatMap((appends) => appends.slice(0, 1));
  }

  /** All appends that wait; those of one interview oldest first. */
  get waiting(): WaitingAppend[] {
    const tried = new Set(this.#batch);
    const locked = [...this.#locked.values()].flat().filter((waiting) => !tried.has(waiting));
    return [...this.#batch, ...locked, ...this.#next];
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

  /** Takes the oldest appends, and the first of each locked interview, as the batch that is written now. */
  take(): WaitingAppend[] {
    const firsts = [...this.#locked.values()].flatMap(([first]) =>
      first && first !== this.#blocked[0] ? [first] : [],
    );
    const tried = firsts.slice(0, countOfFitting(firsts, LOCKED_SHARE));
    this.#batch = [...tried, ...this.#next.splice(0, countOfFitting(this.#next))];
    return this.#batch;
  }

  /** Removes the batch after it was settled, except the appends of interviews that are locked. */
  finish(locked: ReadonlySet<string>): void {
    this.#remove(this.#batch.filter((waiting) => !locked.has(interviewOf(waiting))));
    for (const interviewId of locked) this.#lock(interviewId);
    this.#batch = [];
  }

  /** Takes the appends of a locked interview that now wait for its lock in the database; none if others do. */
  takeLocked(): WaitingAppend[] {
    if (this.#blocked.length > 0) return [];
    const [appends = []] = this.#locked.values();
    this.#blocked = appends.slice(0, countOfFitting(appends));
    return this.#blocked;
  }

  /** Removes the appends that waited for a lock after they were settled. */
  finishLocked(): void {
    this.#remove(this.#blocked);
    this.#blocked = [];
  }

  /** Removes the first appends of interviews, which were settled; the later ones of locked interviews are next. */
  #remove(settled: WaitingAppend[]): void {
    for (const waiting of settled) {
      this.#rows -= waiting.updates.length;
      this.#bytes -= waiting.bytes;
      for (const update of waiting.updates) this.#operations?.delete(operationOf(update));
    }
    if (this.#locked.size > 0) this.#unlock(new Set(settled));
    if (this.#rows < BATCH_MAX_ROWS) this.#operations = null;
  }

  /** Puts the later appends of interviews in front, after the first ones were written. */
  #unlock(settled: ReadonlySet<WaitingAppend>): void {
    for (const [interviewId, appends] of this.#locked) {
      const [first] = appends;
      if (!first || !settled.has(first)) continue;
      this.#locked.delete(interviewId);
      this.#next.unshift(...appends.filter((waiting) => !settled.has(waiting)));
    }
  }

  /** Sets all appends of an interview apart, behind those of the other locked interviews. */
  #lock(interviewId: string): void {
    const isOwn = (waiting: WaitingAppend) => interviewOf(waiting) === interviewId;
    const apart = this.#locked.get(interviewId) ?? [...this.#batch, ...this.#next].filter(isOwn);
    this.#locked.delete(interviewId);
    this.#locked.set(interviewId, apart);
    this.#next = this.#next.filter((waiting) => !isOwn(waiting));
  }

  #push(updates: NewUpdate[]): Promise<void> {
    const bytes = updates.reduce((sum, update) => sum + update.bytes.length, 0);
    const waiting = { updates, bytes, since: performance.now(), settled: Promise.withResolvers<void>() };
    (this.#locked.get(interviewOf(waiting)) ?? this.#next).push(waiting);
    this.#rows += updates.length;
    this.#bytes += bytes;
    for (const update of updates) this.#operations?.set(operationOf(update), waiting);
    return waiting.settled.promise;
  }
}

/** Returns how many of the oldest appends fit into a part of one statement, at least one. */
function countOfFitting(appends: WaitingAppend[], share = 1): number {
  let rows = 0;
  let bytes = 0;
  const end = appends.findIndex((waiting, index) => {
    rows += waiting.updates.length;
    bytes += waiting.bytes;
    return index > 0 && (rows > share * BATCH_MAX_ROWS || bytes > share * BATCH_MAX_BYTES);
  });
  return end === -1 ? appends.length : end;
}

/** Returns the interview of an append. */
export function interviewOf({ updates: [first] }: WaitingAppend): string {
  return first?.interviewId ?? '';
}

function byOperation(all: WaitingAppend[]): Map<string, WaitingAppend> {
  return new Map(all.flatMap((waiting) => waiting.updates.map((update) => [operationOf(update), waiting] as const)));
}

function operationOf({ interviewId, opId }: NewUpdate): string {
  return `${interviewId} ${opId}`;
}
