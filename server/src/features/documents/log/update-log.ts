import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { AppError, toAppError, unavailable } from '../../../errors.ts';
import { appendUpdates, type NewUpdate } from './documents.repository.ts';
import { UpdateQueue, type Waiting } from './update-queue.ts';

/** Statements start at least this far apart, in milliseconds: under load fewer and larger ones cost less CPU. */
const PACE_MS = 8;
/** How long to wait before the database is tried again, in milliseconds. */
const RETRY_MS = 250;

/**
 * The way of every edit into the database. Appends of all rooms share statements, one at a time and in order, so
 * that whatever an edit depends on commits before it or with it. While the database is away nothing is lost or
 * acknowledged: the queue waits, and refuses more when it is full.
 */
export class UpdateLog {
  readonly #db: Database;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #queue = new UpdateQueue();
  #running: Promise<void> | null = null;
  #closing = false;
  #startedAt = 0;

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  /** How many edits wait for the database. */
  get waitingCount(): number {
    return this.#queue.rows;
  }

  /** How long the oldest of them has waited, in seconds. */
  get lagSeconds(): number {
    const [oldest] = this.#queue.waiting;
    return oldest ? (performance.now() - oldest.since) / 1_000 : 0;
  }

  /** Throws `unavailable` when the queue is full; to be asked before an edit touches anything. */
  checkRoom(): void {
    if (this.#queue.isFull) throw unavailable('Edits cannot be stored right now. They are kept on your device.');
  }

  /** Settles when one interview's updates are committed; rejects with `ended` when it takes no more. */
  append(updates: NewUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    const written = this.#queue.add(updates);
    this.#running ??= this.#run();
    return written;
  }

  /** Settles when everything that waits now is written or refused. */
  async flush(): Promise<void> {
    await Promise.allSettled(this.#queue.waiting.map(({ settled }) => settled.promise));
  }

  /** Settles when nothing waits any more; what the database does not take by then is refused. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets the edits of one moment share the first statement.
    await new Promise(setImmediate);
    while (this.#queue.hasNext) {
      await this.#pace();
      await this.#write(this.#queue.take());
      this.#queue.finish();
    }
    this.#running = null;
  }

  // An edit that comes alone does not wait.
  async #pace(): Promise<void> {
    const waitMs = this.#startedAt + PACE_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    this.#startedAt = performance.now();
  }

  async #write(batch: Waiting[]): Promise<void> {
    for (;;) {
      try {
        const closed = await appendUpdates(
          this.#db,
          batch.flatMap(({ updates }) => updates),
        );
        for (const { updates, settled } of batch)
          if (updates.some(({ interviewId }) => closed.has(interviewId))) settled.reject(ended());
          else settled.resolve();
        return;
      } catch (error) {
        if (!isPassing(error) || this.#closing) return this.#refuse(batch, error);
        this.#log.warn({ err: error, rows: batch.length }, 'the update log waits for the database');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  // A statement the database refuses for what is in it must not take the other rooms' edits with it.
  async #refuse(batch: Waiting[], error: unknown): Promise<void> {
    if (batch.length > 1 && !isPassing(error)) {
      for (const waiting of batch) await this.#write([waiting]);
      return;
    }
    this.#log.error({ err: error }, 'the update log refused updates');
    for (const { settled } of batch) settled.reject(toAppError(error));
  }
}

function isPassing(error: unknown): boolean {
  return toAppError(error).code === 'unavailable' || sqlState(error).startsWith('40') || sqlState(error) === '57014';
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const ended = () => new AppError('ended', 'This session has ended.');
