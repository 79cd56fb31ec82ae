import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createMigratedDatabase,
  insertInterview,
  type MigratedDatabase,
} from '../../../testing/databases/migrated-database.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { readLog, type NewUpdate } from './log.repository.ts';
import { UpdateLog } from './update-log.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

const quiet = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };

function update(interviewId: string, opId: string): NewUpdate {
  return { interviewId, opId, participantId: null, bytes: new Uint8Array([1, 2, 3]) };
}

test('resolves appends after commit, and keeps their order', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  await Promise.all(Array.from({ length: 1200 }, (_, n) => log.append([update(id, `operation-${n}`)])));
  const rows = await database.db
    .selectFrom('document_updates')
    .select('op_id')
    .where('interview_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.slice(1).map((row) => row.op_id)).toEqual(Array.from({ length: 1200 }, (_, n) => `operation-${n}`));
});

test('acknowledges a repeated operation without a second row', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  await Promise.all([log.append([update(id, 'operation-1')]), log.append([update(id, 'operation-1')])]);
  await log.append([update(id, 'operation-1')]);
  expect((await readLog(database.db, id, 0)).rowCount).toBe(2);
});

test('rejects appends to an ended interview but commits the others', async () => {
  const [open, over] = [await insertInterview(database.db), await insertInterview(database.db)];
  await database.db.updateTable('interviews').set({ status: 'completed' }).where('id', '=', over).execute();
  const log = new UpdateLog(database.db, quiet);
  const [first, second] = await Promise.allSettled([
    log.append([update(open, 'operation-1')]),
    log.append([update(over, 'operation-1')]),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'ended' } });
  expect((await readLog(database.db, over, 0)).rowCount).toBe(1);
});

test('stores no edit after the end, however close they are', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  const locked = Promise.withResolvers<void>();
  const end = database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('interviews').selectAll().where('id', '=', id).forUpdate().execute();
    locked.resolve();
    // The late edit arrives now and waits for the lock.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await trx.updateTable('interviews').set({ status: 'completed' }).where('id', '=', id).execute();
  });
  await locked.promise;
  await expect(log.append([update(id, 'operation-late')])).rejects.toMatchObject({ code: 'ended' });
  await end;
  expect((await readLog(database.db, id, 0)).rowCount).toBe(1);
});

test('commits edits of other interviews while one is locked, and then its own in order', async () => {
  const [locked, other] = [await insertInterview(database.db), await insertInterview(database.db)];
  const log = new UpdateLog(database.db, quiet);
  const unlock = await holdTransaction(database.db, (trx) =>
    trx.selectFrom('interviews').select('id').where('id', '=', locked).forUpdate().execute(),
  );
  const first = Array.from({ length: 700 }, (_, n) => log.append([update(locked, `operation-${n}`)]));
  for (let n = 0; n < 3; n++) await log.append([update(other, `operation-${n}`)]);
  await log.flush(other);
  const later = log.append([update(locked, 'operation-700')]);
  expect(log.waitingCount).toBe(701);

  await unlock();
  await Promise.all([...first, later]);

  const rows = await database.db
    .selectFrom('document_updates')
    .select('op_id')
    .where('interview_id', '=', locked)
    .orderBy('id')
    .execute();
  expect(rows.slice(1).map((row) => row.op_id)).toEqual(Array.from({ length: 701 }, (_, n) => `operation-${n}`));
  expect(log.waitingCount).toBe(0);
});

test('refuses more edits of a locked interview while others have room', async () => {
  const [locked, other] = [await insertInterview(database.db), await insertInterview(database.db)];
  const log = new UpdateLog(database.db, quiet);
  const unlock = await holdTransaction(database.db, (trx) =>
    trx.selectFrom('interviews').select('id').where('id', '=', locked).forUpdate().execute(),
  );
  const large = { ...update(locked, 'operation-1'), bytes: new Uint8Array(2_000_000) };
  const stored = log.append([large]);
  await untilBlocked(database.db);
  expect(() => log.checkRoom(locked)).toThrow('Edits cannot be stored right now.');
  log.checkRoom(other);
  await unlock();
  await Promise.all([stored, log.close()]);
  log.checkRoom(locked);
});

test('stores edits of a locked interview before an end that comes after them, also while it closes', async () => {
  const { db } = database;
  const id = await insertInterview(db);
  const log = new UpdateLog(db, quiet);
  const lock = (trx: Transaction) =>
    trx.selectFrom('interviews').select('id').where('id', '=', id).forUpdate().execute();
  const unlock = await holdTransaction(db, lock);
  const stored = Promise.all([log.append([update(id, 'operation-1')]), log.append([update(id, 'operation-2')])]);
  await untilBlocked(db);
  const end = db.transaction().execute(async (trx) => {
    await lock(trx);
    await trx.updateTable('interviews').set({ status: 'completed' }).where('id', '=', id).execute();
  });
  await untilBlocked(db, 2);
  const closing = log.close();
  await unlock();
  await Promise.all([stored, end, closing]);
  expect((await readLog(db, id, 0)).rowCount).toBe(3);
});

test('commits the other rows when the database refuses one', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  const [good, bad] = await Promise.allSettled([
    log.append([update(id, 'operation-1')]),
    log.append([update('not-a-uuid', 'operation-1')]),
  ]);
  expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
});

test('queues a repeated edit once while much waits', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  const many = Array.from({ length: 1_000 }, (_, n) => log.append([update(id, `operation-${n}`)]));
  const received = update(id, 'operation-999');
  const builds = [0, 1].map(() => log.append([received, update(id, 'operation-1000')]));
  expect(log.waitingCount).toBe(1_001);
  await Promise.all(builds);
  expect((await readLog(database.db, id, 0)).rowCount).toBe(1_002);
  await Promise.all(many);
  expect(log.waitingCount).toBe(0);
});

test('leaves an edit unacknowledged that builds on a refused one', async () => {
  const id = await insertInterview(database.db);
  const log = new UpdateLog(database.db, quiet);
  const refused = { ...update(id, 'operation-1'), participantId: 'not-a-uuid' };
  const [first, second] = await Promise.allSettled([
    log.append([refused]),
    log.append([refused, update(id, 'operation-2')]),
  ]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
});
