import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { PostgresDialect } from 'kysely';
import type { Dialect, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { FairMutex } from './fair-mutex.ts';

/** The places of the database's files, for the worker thread. */
export interface EmbeddedFiles {
  folder: string;
  /** An archive of an empty database, from which a new one starts in a third of the time; null if there is none. */
  emptyDatabase: string | null;
}

/** A statement for the worker thread; `sql: null` closes the database. */
export interface EmbeddedQuery {
  id: number;
  sql: string | null;
  parameters: unknown[];
}

export type EmbeddedResult =
  | { id: number; rows: Record<string, unknown>[]; affected: number }
  | { id: number; error: { message: string; code: string | undefined; constraint: string | undefined } };

/** The queues for the embedded database: statements of the rooms alternate with all others. */
type Lane = 'rest' | 'rooms';

/** SQLSTATE `crash_shutdown`: counts as an outage of the database. */
const CRASHED = '57P02';

/**
 * PostgreSQL inside this process (PGlite) on a worker thread. It has one connection with one holder at a time, because
 * another statement would run inside an open transaction. Therefore using the outer database inside a transaction
 * deadlocks. If the thread ends, its statements fail, and the next holder opens the database again, as it was
 * committed.
 */
export class EmbeddedDatabase {
  readonly #files: EmbeddedFiles;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  #connection: EmbeddedConnection | null = null;
  readonly #mutex = new FairMutex<Lane>();

  constructor(files: EmbeddedFiles, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#files = files;
    this.#log = log;
  }

  /** Returns a dialect whose statements queue in a lane; its first statement opens the database. */
  dialect(lane: Lane): Dialect {
    return new PostgresDialect({
      pool: async (): Promise<PostgresPool> => {
        this.#connection ??= new EmbeddedConnection(this.#files);
        return { connect: () => this.#acquire(lane), end: () => this.#close(), options: {} };
      },
    });
  }

  async #acquire(lane: Lane): Promise<PostgresPoolClient> {
    await this.#mutex.take(lane);
    const connection = this.#reopened();
    if (!connection) {
      this.#mutex.release();
      throw new Error('The embedded database is not open.');
    }
    // Kysely passes a cursor only if the dialect has one. After the thread's end the holder's statements fail.
    const query = ((sql: string, parameters: unknown[]) =>
      connection.send(sql, parameters)) as PostgresPoolClient['query'];
    return { query, release: () => this.#mutex.release() };
  }

  /** Returns the connection, a new one if its thread has ended; null if it was closed. */
  #reopened(): EmbeddedConnection | null {
    const failure = this.#connection?.failure;
    if (!failure) return this.#connection;
    this.#log.error({ err: failure() }, 'the embedded database ended and is opened again');
    this.#connection = new EmbeddedConnection(this.#files, true);
    return this.#connection;
  }

  async #close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }
}

type Rows = PostgresQueryResult<Record<string, unknown>>;

class EmbeddedConnection {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PromiseWithResolvers<Rows>>();
  #lastId = 0;
  #wasOpen: boolean;
  #cause: Error | null = null;
  /** Set if the thread has ended: returns a new error for each statement, because Kysely adds to its stack. */
  failure: (() => Error) | null = null;

  constructor(files: EmbeddedFiles, wasOpen = false) {
    this.#wasOpen = wasOpen;
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: files });
    this.#worker.on('message', (result: EmbeddedResult) => this.#settle(result));
    this.#worker.on('error', (error) => (this.#cause = error));
    this.#worker.on('exit', (code) => {
      const cause = this.#cause ?? new Error(`The thread of the embedded database ended with code ${code}.`);
      // Before the first reply the operator has to mend the cause; later ones are outages.
      const fields = this.#wasOpen ? { code: CRASHED } : cause;
      const failure = () => Object.assign(new Error(cause.message), fields);
      this.failure = failure;
      for (const pending of this.#pending.values()) pending.reject(failure());
      this.#pending.clear();
    });
  }

  async close(): Promise<void> {
    if (this.failure) return;
    await this.send(null, []);
    await this.#worker.terminate();
  }

  async send(sql: string | null, parameters: unknown[]): Promise<Rows> {
    if (this.failure) throw this.failure();
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Rows>();
    this.#pending.set(id, pending);
    this.#worker.postMessage({ id, sql, parameters } satisfies EmbeddedQuery);
    return pending.promise;
  }

  #settle(result: EmbeddedResult): void {
    this.#wasOpen = true;
    const pending = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if ('error' in result) pending?.reject(Object.assign(new Error(result.error.message), result.error));
    // PGlite does not tell the command, and Kysely reads the count of changed rows for some only.
    else pending?.resolve({ command: 'UPDATE', rowCount: result.affected, rows: result.rows });
  }
}
