import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inScope, wholeCompany, type Scope } from '../interviews/scope.service.ts';
import type { ExportedTable } from './export-manifest.ts';

/** Rows per query, unless a table has large ones. */
const BATCH_ROWS = 200;

type Row = Record<string, unknown>;

/** Yields the exported columns of a table's rows of one company or interview, in batches. */
export async function* readTable(db: Database, table: ExportedTable, id: string): AsyncGenerator<Row[]> {
  const { batchRows = BATCH_ROWS } = table;
  let after: unknown;
  for (;;) {
    const rows = await readBatch(db, table, id, { after, limit: batchRows });
    after = rows.at(-1)?.['row_key'];
    for (const row of rows) delete row['row_key'];
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
  }
}

async function readBatch(
  db: Database,
  { name, key, rowsOf, columns, parts }: ExportedTable,
  id: string,
  { after, limit }: { after: unknown; limit: number },
) {
  const start = after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`;
  const { rows } = await sql<Row>`
    select ${refs(columns)}${parts ? sql`, ${partsOf(name, key, parts)}` : sql``}, ${sql.ref(key)} as row_key
    from ${sql.table(name)} where ${rowsOf(id)} and ${start}
    order by ${sql.ref(key)} limit ${limit}`.execute(db);
  return rows;
}

/** Returns the rows of another table that belong to a row, as an array in their order. */
function partsOf(table: string, key: string, { name, as, of, orderBy, columns }: NonNullable<ExportedTable['parts']>) {
  return sql`(
    select coalesce(json_agg(part order by ${sql.ref(`part.${orderBy}`)}), '[]')
    from (select ${refs(columns)} from ${sql.table(name)} where ${sql.ref(of)} = ${sql.ref(`${table}.${key}`)}) part
  ) as ${sql.ref(as)}`;
}

function refs(columns: string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** An interview with the parts of its folder's name. */
export interface ArchivedInterview {
  id: string;
  room_code: string;
  /** When it started, or else is planned for, or else was created. */
  day: string;
}

/** Yields the company's interviews. */
export async function* readInterviews(db: Database, companyId: string): AsyncGenerator<ArchivedInterview> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await interviewsOf(db, wholeCompany(companyId)).where('id', '>', after).limit(BATCH_ROWS).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = last.id;
  }
}

/** Returns an interview in scope, or undefined. */
export function findInterview(db: Database, scope: Scope, id: string): Promise<ArchivedInterview | undefined> {
  return interviewsOf(db, scope).where('id', '=', id).executeTakeFirst();
}

function interviewsOf(db: Database, scope: Scope) {
  return db
    .selectFrom('interviews')
    .select(['id', 'room_code'])
    .select((eb) => eb.fn.coalesce('started_at', 'scheduled_at', 'created_at').as('day'))
    .where(inScope(scope))
    .orderBy('id');
}

/**
 * Returns the data about one candidate of an interview, or undefined. It excludes what the company entered about the
 * invited candidate: anyone with the link can join, under any name.
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
