import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createMigratedDatabase,
  insertInterview,
  type MigratedDatabase,
} from '../../../testing/databases/migrated-database.ts';
import { deleteLog } from './edits.repository.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

test('deletes a log of any length, and no other', async () => {
  const { db } = database;
  const [long, other] = [await insertInterview(db), await insertInterview(db)];
  await sql`
    insert into document_updates (interview_id, op_id, bytes)
    select ${long}::uuid, 'operation-' || n, '\\x00' from generate_series(1, 120000) as n`.execute(db);

  await deleteLog(db, long);

  const left = await db.selectFrom('document_updates').select('interview_id').distinct().execute();
  expect(left).toEqual([{ interview_id: other }]);
});
