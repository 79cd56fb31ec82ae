// The database starts three times, which takes seven seconds of the processor.
// @module-tag long
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toAppError } from '../../errors.ts';
import { holdTransaction } from '../../testing/databases/hold-transaction.ts';
import { temporaryFolder } from '../../testing/services/temporary-folder.ts';
import { until } from '../../testing/until.ts';
import { openDatabase, type Database } from './database.ts';

let folder: ReturnType<typeof temporaryFolder>;
let opened: ReturnType<typeof openDatabase>;
let db: Database;
const log = { error: vi.fn<(...args: unknown[]) => void>() };
const posts = vi.spyOn(Worker.prototype, 'postMessage');
beforeAll(async () => {
  folder = temporaryFolder('cip-embedded-');
  opened = openDatabase({ databaseUrl: null, dataDir: folder.path }, log);
  ({ db } = opened);
  await sql`create table kept (n int)`.execute(db);
});
beforeEach(async () => {
  for (const mock of [log.error, posts]) mock.mockClear();
  await sql`truncate kept`.execute(db);
});
afterAll(async () => {
  await opened.close();
  folder.remove();
});

const insert = (into: Database, n: number) => sql`insert into kept values (${n})`.execute(into);
const kept = async () => (await sql<{ n: number }>`select n from kept order by n`.execute(db)).rows.map(({ n }) => n);
/** Ends the thread of the database, as the lack of memory does. */
async function endThread(): Promise<void> {
  const thread = posts.mock.contexts.at(-1);
  if (!(thread instanceof Worker)) throw new Error('The database has no thread.');
  await thread.terminate();
}
/** Returns the code of the error that a client gets for a failed statement. */
const refusal = (statement: Promise<unknown>) =>
  statement.then(
    () => 'none',
    (error: unknown) => toAppError(error).code,
  );

test('fails what is pending as an outage if the thread ends, and goes on with all that was committed', async () => {
  await insert(db, 1);
  const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`.execute(db);
  const failed = refusal(endless);
  await until('the statement', () => posts.mock.calls.some(([query]) => JSON.stringify(query).includes('count(*)')));
  const waiting = refusal(insert(opened.roomDb, 2));
  await endThread();
  expect(await failed).toBe('unavailable');
  expect(await waiting).toBe('none');
  expect(await kept()).toEqual([1, 2]);
  expect(log.error).toHaveBeenCalledOnce();
});

test('rolls an open transaction back if the thread ends, and lets others in', async () => {
  const commit = await holdTransaction(db, (trx) => insert(trx, 1));
  await endThread();
  const waiting = insert(opened.roomDb, 2);
  expect(await refusal(commit())).toBe('unavailable');
  await waiting;
  expect(await kept()).toEqual([2]);
});
