import { existsSync, mkdirSync, openAsBlob, renameSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { releaseStartMemory } from '../release-memory.ts';
import { PRIVATE } from './private-folder.ts';
import type { EmbeddedFiles, EmbeddedQuery, EmbeddedResult } from './embedded-database.ts';

// The embedded database runs on a worker thread, because on the main thread inserts would block the event loop.
const TIMESTAMPTZ = 1184;
const INT8 = 20;
/** Postgres' default of 128 MB is for many connections; this database has one, and the system caches its files. */
const SHARED_BUFFERS = '16MB';

/** Numbers of errors in WASI (`errno` of wasi_snapshot_preview1). */
const SYSTEM_ERRORS: Record<number, string> = {
  2: 'EACCES',
  20: 'EEXIST',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
};

if (!parentPort) throw new Error('This file must run as a worker.');
const port = parentPort;
// Passed by EmbeddedConnection.
const { folder, emptyDatabase } = workerData as EmbeddedFiles;

if (!existsSync(folder)) await create();
const database = await open(folder);
releaseStartMemory();

port.on('message', (query: EmbeddedQuery) => {
  void run(query).then((result) => port.postMessage(result));
});

function open(dataDir: string, loadDataDir?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir,
    ...(loadDataDir && { loadDataDir }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    parsers: { [TIMESTAMPTZ]: (value) => new Date(value).toISOString(), [INT8]: Number },
  }).catch((error: unknown) => {
    throw toSystemError(error);
  });
}

/** Creates the database beside its place and moves it there: if the process ends here, no half of it is left. */
async function create(): Promise<void> {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: PRIVATE });
  const created = await open(part, emptyDatabase === null ? undefined : await openAsBlob(emptyDatabase));
  await created.close();
  renameSync(part, folder);
}

/** Returns an error of the database's own file system as Node's would be; any other error unchanged. */
function toSystemError(error: unknown): unknown {
  const errno = typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : NaN;
  const code = SYSTEM_ERRORS[errno];
  return code === undefined ? error : Object.assign(new Error(code), { code, path: folder });
}

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
