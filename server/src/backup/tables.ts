import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** A table of a backup: its columns with their types, in the order of the values in its rows. */
export interface BackedUpTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** Kysely's own tables; the backup's first line contains the migrations that ran. */
const KYSELY_TABLES = /^kysely_/;

/** Returns all tables, each after the tables that it refers to. */
export async function listTables(db: Database): Promise<BackedUpTable[]> {
  const { rows } = await sql<{ name: string; column: string; type: string }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  const tables = new Map<string, BackedUpTable>();
  for (const { name, column, type } of rows) {
    if (KYSELY_TABLES.test(name)) continue;
    const table = tables.get(name) ?? { name, columns: [] };
    table.columns.push({ name: column, type });
    tables.set(name, table);
  }
  return sortByReferences([...tables.values()], await listReferences(db));
}

async function listReferences(db: Database): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(db);
  return rows;
}

function sortByReferences(tables: BackedUpTable[], references: { from: string; to: string }[]): BackedUpTable[] {
  const sorted: BackedUpTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const isFree = ({ name }: BackedUpTable) =>
      !references.some(({ from, to }) => from === name && left.some((other) => other.name === to));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error('The tables refer to each other in a cycle.');
    sorted.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}

/** The counter of an identity column. */
export interface Counter {
  table: string;
  column: string;
  /** The last number used. */
  value: number;
}

/** Returns the counters of all identity columns, so that numbers are never reused. */
export async function readCounters(db: Database): Promise<Counter[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' order by table_name`.execute(db);
  const counters: Counter[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: last } = await sql<{ value: number }>`
      select case when is_called then last_value else 0 end as value from ${sql.id(...parts(sequence))}`.execute(db);
    counters.push({ table, column, value: last[0]?.value ?? 0 });
  }
  return counters;
}

function parts(sequence: string): string[] {
  return sequence.split('.').map((part) => part.replaceAll('"', ''));
}

/** Sets a counter to its value in the backup. */
export async function setCounter(db: Database, { table, column, value }: Counter): Promise<void> {
  if (value === 0) return;
  await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${value})`.execute(db);
}
