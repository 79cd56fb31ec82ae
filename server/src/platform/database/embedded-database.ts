import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
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

/** PostgreSQL inside this process (PGlite) on a worker thread. */
export class EmbeddedDatabase {
  readonly #files: EmbeddedFiles;
  #connection: EmbeddedConnection | null = null;
  readonly #mutex = new FairMutex<Lane>();

  constructor(files: EmbeddedFiles) {
    this.#files = files;
  }

  /** Returns a dialect whose statements queue in a lane. */
  dialect(lane: Lane): Dialect {
    return {
      createDriver: () => new EmbeddedDriver(this, lane),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    };
  }

  open(): void {
    this.#connection ??= new EmbeddedConnection(this.#files);
  }

  async acquire(lane: Lane): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The embedded database is not open.');
    await this.#mutex.take(lane);
    return this.#connection;
  }

  release(): void {
    this.#mutex.release();
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }
}

/**
 * One connection with one holder at a time, because another statement would run inside an open transaction. Therefore
 * using the outer database inside a transaction deadlocks.
 */
class EmbeddedDriver implements Driver {
  readonly #database: EmbeddedDatabase;
  readonly #lane: Lane;

  constructor(database: EmbeddedDatabase, lane: Lane) {
    this.#database = database;
    this.#lane = lane;
  }

  async init(): Promise<void> {
    this.#database.open();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return this.#database.acquire(this.#lane);
  }

  async releaseConnection(): Promise<void> {
    this.#database.release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  destroy(): Promise<void> {
    return this.#database.close();
  }
}

type PendingQuery = PromiseWithResolvers<{ rows: Record<string, unknown>[]; affected: number }>;

class EmbeddedConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingQuery>();
  #lastId = 0;

  constructor(files: EmbeddedFiles) {
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: files });
    this.#worker.on('message', (result: EmbeddedResult) => this.#settle(result));
    this.#worker.on('error', (error) => {
      for (const pending of this.#pending.values()) pending.reject(error);
      this.#pending.clear();
    });
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#send(query.sql, [...query.parameters]);
    // Kysely derives R from the statement, and the rows have the columns that it selects.
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  // oxlint-disable-next-line require-yield -- the interface requires a generator, and PGlite has no cursors
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream.');
  }

  async close(): Promise<void> {
    await this.#send(null, []);
    await this.#worker.terminate();
  }

  #send(sql: string | null, parameters: unknown[]): PendingQuery['promise'] {
    const id = ++this.#lastId;
    const pending: PendingQuery = Promise.withResolvers();
    this.#pending.set(id, pending);
    this.#worker.postMessage({ id, sql, parameters } satisfies EmbeddedQuery);
    return pending.promise;
  }

  #settle(result: EmbeddedResult): void {
    const pending = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if ('error' in result) pending?.reject(Object.assign(new Error(result.error.message), result.error));
    else pending?.resolve(result);
  }
}
