import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { codeOf, ended, toAppError, unavailable } from '../../../errors.ts';
import { appendUpdates, type IfLocked, type NewUpdate } from './log.repository.ts';
import { interviewOf, UpdateQueue, type WaitingAppend } from './update-queue.ts';

/** Minimum time between the starts of two statements (ms), because under load larger statements cost less CPU. */
const PACE_MS = 8;
/** Time before a failed statement is retried (ms). */
const RETRY_MS = 250;
/** Time before edits of locked interviews are tried again (ms), if there are no others. */
const LOCKED_RETRY_MS = 25;
/** No interview is locked. */
const NONE: ReadonlySet<string> = new Set();

/**
 * Appends every edit to the database. Appends of all rooms share statements, one at a time and in order, so that an
 * edit commits with or after everything it depends on. If the row of an interview is locked, only its own edits wait.
 * During a database outage nothing is lost or acknowledged: the queue waits, and refuses more if it is full.
 */
export class UpdateLog {
  readonly #db: Database;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #queue = new UpdateQueue();
  #running: Promise<void> | null = null;
  #waitingForLock: Promise<void> | null = null;
  #closing = false;
  #startedAt = 0;

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Number of edits that wait for the database. */
  get waitingCount(): number {
    return this.#queue.rows;
  }

  /** How long the oldest of them has waited (s). */
  get lagSeconds(): number {
    const now = performance.now();
    return (now - Math.min(now, ...this.#queue.firsts.map(({ since }) => since))) / 1_000;
  }

  /** Throws `unavailable` if the queue is full for an interview. Call it before an edit changes anything. */
  checkRoom(interviewId: string): void {
    if (this.#queue.isFullFor(interviewId))
      throw unavailable('Edits cannot be stored right now. They are kept on your device.');
  }

  /** Resolves when the updates of one interview are committed; rejects with `ended` if the interview is not active. */
  append(updates: NewUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    const written = this.#queue.add(updates);
    this.#running ??= this.#run();
    return written;
  }

  /** Resolves when all updates of the interview that wait now are committed or refused. */
  async flush(interviewId: string): Promise<void> {
    const own = this.#queue.waiting.filter((waiting) => interviewOf(waiting) === interviewId);
    await Promise.allSettled(own.map(({ settled }) => settled.promise));
  }

  /** Resolves when nothing waits any more; if an append fails from now on, it is refused instead of retried. */
  async close(): Promise<void> {
    this.#closing = true;
    while (this.#running || this.#waitingForLock) await Promise.all([this.#running, this.#waitingForLock]);
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets concurrent edits share the first statement.
    await new Promise(setImmediate);
    while (this.#queue.hasNext) {
      await this.#pace();
      this.#queue.finish(await this.#write(this.#queue.take()));
      this.#waitingForLock ??= this.#waitForLock();
    }
    this.#running = null;
  }

  // One locked interview at a time waits in the database's own queue, where no end overtakes its edits.
  #waitForLock(): Promise<void> | null {
    const batch = this.#queue.takeLocked();
    if (batch.length === 0) return null;
    return this.#write(batch, 'waits').then(() => {
      this.#queue.finishLocked();
      this.#waitingForLock = null;
      if (this.#queue.hasNext) this.#running ??= this.#run();
    });
  }

  // A single edit does not wait.
  async #pace(): Promise<void> {
    const waitMs = this.#startedAt + (this.#queue.isLocked ? LOCKED_RETRY_MS : PACE_MS) - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    this.#startedAt = performance.now();
  }

  /** Settles the appends of a batch. Resolves to the interviews that are locked, whose appends still wait. */
  async #write(batch: WaitingAppend[], ifLocked: IfLocked = 'skips'): Promise<ReadonlySet<string>> {
    for (;;) {
      try {
        const { closed, locked } = await appendUpdates(
          this.#db,
          batch.flatMap(({ updates }) => updates),
          ifLocked,
        );
        for (const { updates, settled } of batch)
          if (updates.some(({ interviewId }) => closed.has(interviewId))) settled.reject(ended());
          else if (!updates.some(({ interviewId }) => locked.has(interviewId))) settled.resolve();
        return locked;
      } catch (error) {
        if (!isTransient(error) || this.#closing) return this.#refuse(batch, error, ifLocked);
        this.#log.warn({ err: error, rows: batch.length }, 'the update log waits for the database');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  // Retries each append alone, so that other rooms are not affected if the database refuses it.
  async #refuse(batch: WaitingAppend[], error: unknown, ifLocked: IfLocked): Promise<ReadonlySet<string>> {
    if (batch.length > 1 && !isTransient(error)) {
      const locked = new Set<string>();
      for (const waiting of batch) {
        // An edit goes after the edits on which it may depend.
        const isLocked = waiting.updates.some(({ interviewId }) => locked.has(interviewId));
        if (!isLocked) for (const id of await this.#write([waiting], ifLocked)) locked.add(id);
      }
      return locked;
    }
    this.#log.error({ err: error }, 'the update log refused updates');
    for (const { settled } of batch) settled.reject(toAppError(error));
    return NONE;
  }
}

function isTransient(error: unknown): boolean {
  return toAppError(error).code === 'unavailable' || codeOf(error).startsWith('40') || codeOf(error) === '57014';
}
