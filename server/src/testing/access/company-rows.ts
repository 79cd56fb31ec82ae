import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** Tables that a running node writes by itself. */
const WRITTEN_BY_TIME = new Set(['room_occupancy']);

/** Every row that is a company's, as text by table; tables are known by the columns that lead to a company. */
export async function rowsOfCompany(db: Database, companyId: string): Promise<Record<string, string[]>> {
  const users = sql`(select id from users where company_id = ${companyId})`;
  const interviews = sql`(select id from interviews where company_id = ${companyId})`;
  const { rows: columns } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`.execute(db);
  const found: Record<string, string[]> = {};
  for (const { table, columns: names } of columns) {
    const has = (name: string) => names.includes(name);
    const where =
      table === 'companies'
        ? sql`t.id = ${companyId}`
        : has('company_id')
          ? sql`t.company_id = ${companyId}`
          : has('interview_id')
            ? sql`t.interview_id in ${interviews}`
            : has('user_id')
              ? sql`t.user_id in ${users}`
              : null;
    if (!where || WRITTEN_BY_TIME.has(table)) continue;
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${where} order by 1`.execute(db);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
