import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database.ts';
import { AppError, toAppError, unavailable } from '../../errors.ts';
import { appendUpdates, type NewUpdate } from './documents.repository.ts';

/** Rows that may wait for the database before further edits are refused. */
const QUEUE_MAX_ROWS = 2_000;
/** Bytes that may wait for the database before further edits are refused: 8 MB. */
const QUEUE_MAX_BYTES = 8_000_000;
/** Rows in one statement; what arrives while it runs is the next one. */
const BATCH_MAX_ROWS = 500;
/** Bytes in one statement: 2 MB. */
const BATCH_MAX_BYTES = 2_000_000;
/** Statements start at least this far apart, in milliseconds: under load fewer and larger ones cost less CPU. */
const PACE_MS = 8;
/** How long to wait before the database is tried again, in milliseconds. */
const RETRY_MS = 250;

/** What one caller waits for: updates of one interview, in order. */
interface Waiting {
  updates: NewUpdate[];
  bytes: number;
  since: number;
  settled: PromiseWithResolvers<void>;
}

/**
 * The way of every edit into the database. Appends of all rooms share statements, one at a time and in order, so
 * that whatever an edit depends on commits before it or with it. While the database is away nothing is lost or
 * acknowledged: the queue waits, and refuses more when it is full.
 */
export class UpdateLog {
  readonly #db: Database;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  #queue: Waiting[] = [];
  #batch: Waiting[] = [];
  #queuedRows = 0;
  #queuedBytes = 0;
  #running: Promise<void> | null = null;
  #closing = false;
  #startedAt = 0;

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  /** How many edits wait for the database. */
  get waitingCount(): number {
    return this.#queuedRows;
  }

  /** How long the oldest of them has waited, in seconds. */
  get lagSeconds(): number {
    const [oldest] = this.#waiting();
    return oldest ? (performance.now() - oldest.since) / 1_000 : 0;
  }

  /** Throws `unavailable` when the queue is full; to be asked before an edit touches anything. */
  checkRoom(): void {
    if (this.#queuedRows >= QUEUE_MAX_ROWS || this.#queuedBytes >= QUEUE_MAX_BYTES)
      throw unavailable('Edits cannot be stored right now. They are kept on your device.');
  }

  /** Settles when one interview's updates are committed; rejects with `ended` when it takes no more. */
  append(updates: NewUpdate[]): Promise<void> {
    if (updates.length === 0) return Promise.resolve();
    const settled = Promise.withResolvers<void>();
    const bytes = updates.reduce((sum, update) => sum + update.bytes.length, 0);
    this.#queue.push({ updates, bytes, since: performance.now(), settled });
    this.#queuedRows += updates.length;
    this.#queuedBytes += bytes;
    this.#running ??= this.#run();
    return settled.promise;
  }

  /** Settles when everything that waits now is written or refused. */
  async flush(): Promise<void> {
    await Promise.allSettled(this.#waiting().map(({ settled }) => settled.promise));
  }

  /** Settles when nothing waits any more; what the database does not take by then is refused. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // One turn of the event loop lets the edits of one moment share the first statement.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      await this.#pace();
      this.#batch = this.#nextBatch();
      await this.#write(this.#batch);
      for (const { updates, bytes } of this.#batch) {
        this.#queuedRows -= updates.length;
        this.#queuedBytes -= bytes;
      }
      this.#batch = [];
    }
    this.#running = null;
  }

  // An edit that comes alone does not wait.
  async #pace(): Promise<void> {
    const waitMs = this.#startedAt + PACE_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    this.#startedAt = performance.now();
  }

  #waiting(): Waiting[] {
    return [...this.#batch, ...this.#queue];
  }

  #nextBatch(): Waiting[] {
    let rows = 0;
    let bytes = 0;
    const end = this.#queue.findIndex((waiting, index) => {
      rows += waiting.updates.length;
      bytes += waiting.bytes;
      return index > 0 && (rows > BATCH_MAX_ROWS || bytes > BATCH_MAX_BYTES);
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
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
