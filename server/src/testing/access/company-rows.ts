import { sql, type RawBuilder } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';

/** Tables that a node writes without requests. */
const WRITTEN_BY_TIME = new Set(['room_occupancy']);

/**
 * Returns a function that reads all rows of a company as text, found by the columns that refer to the company. Resolves
 * when its mails have been sent, because a sent mail leaves the table.
 */
export async function watchCompany(db: Database, companyId: string): Promise<() => Promise<string[]>> {
  const dueMails = db
    .selectFrom('mails')
    .select('id')
    .where('company_id', '=', companyId)
    .where('due_at', '<=', sql<string>`now()`);
  await vi.waitFor(async () => expect(await dueMails.execute()).toEqual([]), { timeout: 10_000 });
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`.execute(db);
  const parts = tables.flatMap(({ name, columns }) => {
    const where = WRITTEN_BY_TIME.has(name) ? null : condition(name, columns, companyId);
    return where ? [sql`select ${name}::text || ' ' || t::text as row from ${sql.table(name)} t where ${where}`] : [];
  });
  return async () => {
    const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union all `)} order by 1`.execute(db);
    return rows.map(({ row }) => row);
  };
}

/** Returns the rows that are only before or only after. */
export function changedRows(before: readonly string[], after: readonly string[]): string[] {
  return [...before.filter((row) => !after.includes(row)), ...after.filter((row) => !before.includes(row))];
}

function condition(table: string, columns: string[], companyId: string): RawBuilder<unknown> | null {
  if (table === 'companies') return sql`t.id = ${companyId}::uuid`;
  if (columns.includes('company_id')) return sql`t.company_id = ${companyId}::uuid`;
  if (columns.includes('interview_id'))
    return sql`t.interview_id in (select id from interviews where company_id = ${companyId}::uuid)`;
  if (columns.includes('scorecard_id'))
    return sql`t.scorecard_id in (
      select scorecards.id from scorecards join interviews on interviews.id = interview_id
      where company_id = ${companyId}::uuid
    )`;
  if (columns.includes('user_id'))
    return sql`t.user_id in (select id from users where company_id = ${companyId}::uuid)`;
  return null;
}
