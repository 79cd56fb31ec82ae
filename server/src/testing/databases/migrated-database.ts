import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createDocument } from '../../features/documents/documents.service.ts';
import { createTestDatabase } from './test-database.ts';

/** A database of one test file with the newest schema. */
export interface MigratedDatabase {
  url: string;
  db: Database;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

/** Creates a database with the newest schema on the Postgres of this test run, and opens it. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const { url, drop } = await createTestDatabase();
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' }, console);
  return { url, db, drop: () => close().then(drop) };
}

/** The same with two interviews of different companies, to check that changes affect only one. */
export interface TwoInterviews extends MigratedDatabase {
  own: string;
  other: string;
}

export async function createTwoInterviews(): Promise<TwoInterviews> {
  const database = await createMigratedDatabase();
  return { ...database, own: await insertInterview(database.db), other: await insertInterview(database.db) };
}

/** Adds an active interview of a new company, with its document, and returns its id. */
export async function insertInterview(db: Database): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const company = await trx
      .insertInto('companies')
      .values({ name: 'Acme', email: 'owner@acme.test', phone: null, address: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const interview = await trx
      .insertInto('interviews')
      .values({
        company_id: company.id,
        interviewer_id: null,
        interviewer_name: 'Acme',
        room_code: `room-${company.id}`,
        status: 'active',
        candidate_name: null,
        candidate_email: null,
        notes: null,
        scheduled_at: null,
        started_at: new Date().toISOString(),
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createDocument(trx, interview.id);
    return interview.id;
  });
}
