import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ExportedTable } from './export-manifest.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 200;

type Row = Record<string, unknown>;

/** The rows of a holding that are somebody's, a few at a time, with the columns that are handed out. */
export async function* readTable(db: Database, holding: ExportedTable, id: string): AsyncGenerator<Row[]> {
  let after: unknown;
  for (;;) {
    const rows = await readSome(db, holding, id, after);
    after = rows.at(-1)?.['row_key'];
    for (const row of rows) delete row['row_key'];
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function readSome(db: Database, { table, key, of, columns }: ExportedTable, id: string, after: unknown) {
  const start = after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`;
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}, ${sql.ref(key)} as row_key
    from ${sql.table(table)} where ${of(id)} and ${start}
    order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(db);
  return rows;
}

/** An interview as the name of its folder needs it. */
export interface ArchivedInterview {
  id: string;
  room_code: string;
  /** When it began, was planned for, or was made: the first of these that is known. */
  day: string;
}

/** The company's interviews, a few at a time. */
export async function* readInterviews(db: Database, companyId: string): AsyncGenerator<ArchivedInterview> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await interviewsOf(db, companyId).where('id', '>', after).limit(ROWS_AT_ONCE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.id;
  }
}

/** One interview of the company, or undefined. */
export function findInterview(db: Database, companyId: string, id: string): Promise<ArchivedInterview | undefined> {
  return interviewsOf(db, companyId).where('id', '=', id).executeTakeFirst();
}

function interviewsOf(db: Database, companyId: string) {
  return db
    .selectFrom('interviews')
    .select(['id', 'room_code'])
    .select((eb) => eb.fn.coalesce('started_at', 'scheduled_at', 'created_at').as('day'))
    .where('company_id', '=', companyId)
    .orderBy('id');
}

/**
 * What is held about one candidate of an interview, without what the company entered or noted: whoever has the link
 * can join, and whom it was meant for is not theirs to take along.
 */
export function findCandidateData(db: Database, interviewId: string, candidateId: string) {
  return db
    .selectFrom('candidates')
    .innerJoin('interviews', 'interviews.id', 'candidates.interview_id')
    .innerJoin('companies', 'companies.id', 'interviews.company_id')
    .select([
      'candidates.id as participant_id',
      'candidates.name',
      'candidates.joined_at',
      'interviews.id as interview_id',
      'interviews.company_id',
      'interviews.room_code',
      'interviews.status',
      'interviews.scheduled_at',
      'interviews.started_at',
      'interviews.ended_at',
      'interviews.interviewer_name',
      'companies.name as company_name',
    ])
    .where('candidates.id', '=', candidateId)
    .where('candidates.interview_id', '=', interviewId)
    .executeTakeFirst();
}
