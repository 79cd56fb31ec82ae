import { readFileSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

interface ExportedColumns {
  name: keyof Tables;
  columns: string[];
  /** Columns that are not exported, with the reason. */
  withheld?: Record<string, string>;
  /** Rows per query, for tables with large rows. */
  batchRows?: number;
}

/** A table whose rows are parts of another table's, as an array in each of them. */
export interface PartsTable extends ExportedColumns {
  /** The array's name. */
  as: string;
  /** The column that names the other table's row, by its key. */
  of: string;
  /** The column that orders the parts of a row; it is unique among them. */
  orderBy: string;
}

/** The exported part of a table. */
export interface ExportedTable extends ExportedColumns {
  /** The column that its rows are ordered by, or several; unique among the rows of a company or an interview. */
  key: string | string[];
  /** Returns the condition for the rows of a company or an interview, by its id. */
  rowsOf: (id: string) => RawBuilder<boolean>;
  /** The bytes of a row's large columns, which end a batch early. It must not read the columns to measure them. */
  bytes?: RawBuilder<number>;
  parts?: PartsTable;
}

/** The exported columns of each table; a test compares them with the database, so that no column is missed. */
const COLUMNS = new Map(
  readFileSync(new URL('exported-columns.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [string, string])
    .map(([name, columns]) => [name, columns.split(', ')]),
);

function columnsOf(line: string): string[] {
  const columns = COLUMNS.get(line);
  if (!columns) throw new Error(`exported-columns.txt has no line for ${line}`);
  return columns;
}

/** Returns a function that lists a table whose rows match a condition, ordered by columns that are unique among them. */
const tablesOf =
  (rowsOf: ExportedTable['rowsOf']) =>
  (name: keyof Tables, key: ExportedTable['key'], more: Partial<ExportedTable> = {}): ExportedTable => ({
    name,
    key,
    rowsOf,
    columns: columnsOf(name),
    ...more,
  });

/** Lists the parts of another table's rows. */
export const parts = (table: Omit<PartsTable, 'columns'>): PartsTable => ({ ...table, columns: columnsOf(table.name) });

export const byId = tablesOf((id) => sql`id = ${id}`);

export const ofCompany = tablesOf((id) => sql`company_id = ${id}`);

export const ofUsers = tablesOf((id) => sql`user_id in (select users.id from users where users.company_id = ${id})`);

export const ofInterview = tablesOf((id) => sql`interview_id = ${id}`);

/** The rows of a candidate's interview that a condition allows. */
export const ofCandidate = (
  name: 'runs' | 'timeline_events',
  allows: ExportedTable['rowsOf'],
  more: Partial<ExportedTable>,
) =>
  tablesOf(
    (id) => sql`interview_id = (select candidates.interview_id from candidates where candidates.id = ${id})
      and (${allows(id)})`,
  )(name, 'id', { columns: columnsOf(`candidate.${name}`), ...more });
