import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { releaseStartMemory } from '../release-memory.ts';
import type { EmbeddedResult, EmbeddedQuery } from './embedded-database.ts';

// The embedded database runs on a worker thread: on the main thread inserts would block the event loop.
const TIMESTAMPTZ = 1184;
const INT8 = 20;
/** Postgres' default of 128 MB is for many connections; this database has one, and the system caches its files. */
const SHARED_BUFFERS = '16MB';

const folder: unknown = workerData;
if (typeof folder !== 'string' || !parentPort) throw new Error('This file must run as a worker with a folder.');
const port = parentPort;

const database = await PGlite.create({
  dataDir: folder,
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  parsers: { [TIMESTAMPTZ]: (value) => new Date(value).toISOString(), [INT8]: Number },
});
releaseStartMemory();

port.on('message', (query: EmbeddedQuery) => {
  void run(query).then((result) => port.postMessage(result));
});

async function run({ id, sql, parameters }: EmbeddedQuery): Promise<EmbeddedResult> {
  try {
    if (sql === null) {
      await database.close();
      return { id, rows: [], affected: 0 };
    }
    const { rows, affectedRows } = await database.query<Record<string, unknown>>(sql, parameters);
    return { id, rows, affected: affectedRows ?? 0 };
  } catch (error) {
    return { id, error: describe(error) };
  }
}

function describe(error: unknown): { message: string; code: string | undefined; constraint: string | undefined } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, code: field(error, 'code'), constraint: field(error, 'constraint') };
}

function field(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
