import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inScope, wholeCompany, type Scope } from '../interviews/scope.service.ts';
import type { ExportedTable, PartsTable } from './exported-table.ts';

/** Rows per query, unless a table has large ones. */
const BATCH_ROWS = 200;
/** Bytes of large columns after which a batch ends early, because a pasted text is one row. */
const BATCH_MAX_BYTES = 1024 * 1024;

type Row = Record<string, unknown>;

/** A row and, for a table with parts, its parts; they are read as they are iterated. */
export interface ExportedRow {
  row: Row;
  parts?: { as: string; rows: AsyncIterable<Row> };
}

/** Yields the exported columns of a table's rows of one company or interview; a batch of them is in memory. */
export async function* readTable(db: Database, table: ExportedTable, id: string): AsyncGenerator<ExportedRow> {
  const { batchRows = BATCH_ROWS, bytes, parts } = table;
  let after: unknown;
  for (;;) {
    const rows = await readBatch(db, table, id, { after, limit: batchRows });
    for (const { row_key: key, ...row } of rows)
      yield parts ? { row, parts: { as: parts.as, rows: readParts(db, parts, key) } } : { row };
    // If its bytes ended a batch, it has fewer rows.
    if (rows.length < (bytes ? 1 : batchRows)) return;
    after = rows.at(-1)?.['row_key'];
  }
}

async function readBatch(
  db: Database,
  { name, key, rowsOf, columns, bytes = sql`0` }: ExportedTable,
  id: string,
  { after, limit }: { after: unknown; limit: number },
) {
  // Only the last of several columns may have spaces.
  const rowKey = Array.isArray(key) ? sql`concat_ws(' ', ${refs(key)})` : sql.ref(key);
  const { rows } = await sql<Row>`
    select ${refs(columns)}, row_key
    from (
      select batch.*, sum(row_bytes) over (order by row_key) - row_bytes as bytes_before
      from (
        select ${refs(columns)}, ${rowKey} as row_key, ${bytes} as row_bytes
        from ${sql.table(name)} where ${rowsOf(id)} and ${isAfter(rowKey, after)}
        order by ${rowKey} limit ${limit}
      ) as batch
    ) as sized
    where bytes_before < ${BATCH_MAX_BYTES}
    order by row_key`.execute(db);
  return rows;
}

/** Yields the rows of another table that belong to the row with a key, in their order. */
async function* readParts(db: Database, parts: PartsTable, key: unknown): AsyncGenerator<Row> {
  const { name, of, orderBy, columns, batchRows = BATCH_ROWS } = parts;
  let after: unknown;
  for (;;) {
    const { rows } = await sql<{ part: Row }>`
      select row_to_json(part) as part
      from (
        select ${refs(columns)} from ${sql.table(name)}
        where ${sql.ref(of)} = ${key} and ${isAfter(sql.ref(orderBy), after)}
        order by ${sql.ref(orderBy)} limit ${batchRows}
      ) as part
      order by ${sql.ref(orderBy)}`.execute(db);
    for (const { part } of rows) yield part;
    if (rows.length < batchRows) return;
    after = rows.at(-1)?.part[orderBy];
  }
}

function isAfter(key: RawBuilder<unknown>, after: unknown) {
  return after === undefined ? sql`true` : sql`${key} > ${after}`;
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
 * Returns the data about one candidate of an interview, or undefined. It excludes the company's entries about the
 * invited candidate, because anyone with the link can join, under any name.
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
