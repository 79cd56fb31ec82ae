import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTwoInterviews, type TwoInterviews } from '../../../testing/databases/migrated-database.ts';
import * as documents from './documents.repository.ts';
import * as logs from './log.repository.ts';

// Two interviews with equal rows: each function finds and changes only its own.
let database: TwoInterviews;
let own: string;
let other: string;
beforeAll(async () => {
  database = await createTwoInterviews();
  ({ own, other } = database);
});
afterAll(() => database.drop());

const rowOf = (id: string) => documents.findDocument(database.db, id);

it('changes only the document of the given interview', async () => {
  const { db } = database;
  const before = await rowOf(other);
  const snapshot = { state: new Uint8Array([1]), throughId: 1_000_000, writers: { a: 'b' } };

  await documents.markSaved(db, own, { text: 'saved' });
  await documents.saveSnapshot(db, own, snapshot);
  await documents.updateLanguage(db, own, 'python');

  expect(await rowOf(own)).toMatchObject({ saved_text: 'saved', language: 'python', through_id: 1_000_000 });
  expect(await rowOf(other)).toEqual(before);
  expect((await rowOf(other))?.interview_id).toBe(other);
  for (const id of [own, other]) expect((await documents.findHead(db, id))?.interview_id).toBe(id);
});

it('reads only the log of the given interview', async () => {
  const { db } = database;
  const log = async (id: string) => (await logs.readLog(db, id, 0)).rowCount;
  expect([await log(own), await log(other)]).toEqual([1, 1]);
  const older = '2020-01-01T00:00:00.000Z';
  await db.updateTable('document_updates').set({ at: older }).where('interview_id', '=', own).execute();

  expect(await documents.lastChange(db, own)).toBe(older);
  expect(await documents.lastChange(db, other)).not.toBe(older);
});

it('returns operations and status of only the given interview', async () => {
  const { db } = database;
  const add = { interview_id: other, op_id: 'operation-1' };
  await db.insertInto('document_saves').values(add).execute();
  await db
    .insertInto('document_updates')
    .values({ ...add, participant_id: null, bytes: new Uint8Array([0]) })
    .execute();

  const ids = { edit: 'operation-1', save: 'operation-1' };
  expect(await documents.operationState(db, own, ids)).toEqual({ isLogged: false, isSaved: false });
  expect(await documents.operationState(db, other, ids)).toEqual({ isLogged: true, isSaved: true });
  await db.updateTable('interviews').set({ status: 'completed' }).where('id', '=', own).execute();
  expect([await documents.isOpen(db, own), await documents.isOpen(db, other)]).toEqual([false, true]);
});

it('waits only for appends to the given interview', async () => {
  const { db } = database;
  // Fails by the timeout instead of waiting.
  const waits = (id: string) =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '100ms'`.execute(trx);
      await logs.awaitAppends(trx, id);
    });

  await db.transaction().execute(async (appending) => {
    await appending.selectFrom('interviews').select('id').where('id', '=', other).forShare().execute();
    await expect(waits(own)).resolves.toBeUndefined();
    await expect(waits(other)).rejects.toThrow('lock timeout');
  });
  await expect(waits(other)).resolves.toBeUndefined();
});
