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
import { Turns } from './turns.ts';

/** A statement for the worker; `sql: null` closes the database. */
export interface EmbeddedQuery {
  id: number;
  sql: string | null;
  parameters: unknown[];
}

export type EmbeddedAnswer =
  | { id: number; rows: Record<string, unknown>[]; affected: number }
  | { id: number; error: { message: string; code: string | undefined; constraint: string | undefined } };

/** Who waits for an embedded database: statements of the rooms take turns with all others. */
type Lane = 'rest' | 'rooms';

/** PostgreSQL inside this process, on a thread of its own, with its files in `folder`. */
export class EmbeddedDatabase {
  readonly #folder: string;
  #connection: EmbeddedConnection | null = null;
  readonly #turns = new Turns<Lane>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A dialect whose statements wait in a lane. */
  dialect(lane: Lane): Dialect {
    return {
      createDriver: () => new EmbeddedDriver(this, lane),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    };
  }

  open(): void {
    this.#connection ??= new EmbeddedConnection(this.#folder);
  }

  async acquire(lane: Lane): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The embedded database is not open.');
    await this.#turns.take(lane);
    return this.#connection;
  }

  release(): void {
    this.#turns.release();
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }
}

/**
 * One connection, one holder at a time: another's statement would run inside an open transaction. So the outer database
 * must not be used inside a transaction; it would wait for itself.
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

type Waiting = PromiseWithResolvers<{ rows: Record<string, unknown>[]; affected: number }>;

class EmbeddedConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(folder: string) {
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: folder });
    this.#worker.on('message', (answer: EmbeddedAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    });
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#ask(query.sql, [...query.parameters]);
    // The rows have the columns the statement selects; R is Kysely's own claim of the same.
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator, and there is no cursor to stream from
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream.');
  }

  async close(): Promise<void> {
    await this.#ask(null, []);
    await this.#worker.terminate();
  }

  #ask(sql: string | null, parameters: unknown[]): Waiting['promise'] {
    const id = ++this.#lastId;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, sql, parameters } satisfies EmbeddedQuery);
    return waiting.promise;
  }

  #settle(answer: EmbeddedAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else waiting?.resolve(answer);
  }
}
