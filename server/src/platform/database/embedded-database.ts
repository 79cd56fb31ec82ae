import { Worker } from 'node:worker_threads';
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

/**
 * PostgreSQL inside this process (PGlite) on a worker thread. It has one connection with one holder at a time, because
 * another statement would run inside an open transaction. Therefore using the outer database inside a transaction
 * deadlocks.
 */
export class EmbeddedDatabase {
  readonly #files: EmbeddedFiles;
  #connection: EmbeddedConnection | null = null;
  readonly #mutex = new FairMutex<Lane>();

  constructor(files: EmbeddedFiles) {
    this.#files = files;
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
    const connection = this.#connection;
    if (!connection) throw new Error('The embedded database is not open.');
    await this.#mutex.take(lane);
    // Kysely passes a cursor only if the dialect has one.
    const query = ((sql: string, parameters: unknown[]) =>
      connection.send(sql, parameters)) as PostgresPoolClient['query'];
    return { query, release: () => this.#mutex.release() };
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

  constructor(files: EmbeddedFiles) {
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: files });
    this.#worker.on('message', (result: EmbeddedResult) => this.#settle(result));
    this.#worker.on('error', (error) => {
      // A copy, because Kysely adds to the stack, and a worker's error does not let it.
      const copy = Object.assign(new Error(error.message), error);
      for (const pending of this.#pending.values()) pending.reject(copy);
      this.#pending.clear();
    });
  }

  async close(): Promise<void> {
    await this.send(null, []);
    await this.#worker.terminate();
  }

  send(sql: string | null, parameters: unknown[]): Promise<Rows> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Rows>();
    this.#pending.set(id, pending);
    this.#worker.postMessage({ id, sql, parameters } satisfies EmbeddedQuery);
    return pending.promise;
  }

  #settle(result: EmbeddedResult): void {
    const pending = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if ('error' in result) pending?.reject(Object.assign(new Error(result.error.message), result.error));
    // PGlite does not tell the command, and Kysely reads the count of changed rows for some only.
    else pending?.resolve({ command: 'UPDATE', rowCount: result.affected, rows: result.rows });
  }
}
