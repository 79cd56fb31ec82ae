import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Tables whose times stay: sign-ins, payments and work that waits. */
const PRESENT = 'auth_sessions checkouts mails payment_customers payment_events room_nodes subscriptions test_payments';

/** Performs an act, and dates at a time everything that was stored about now. */
export type Past = <T>(at: number, act: () => Promise<T>) => Promise<T>;

/** Returns the past of a database: times of the last and of the next three hours are those of the act. */
export async function openPast(db: Database): Promise<Past> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and not table_name = any(string_to_array(${PRESENT}, ' '))
    group by table_name`.execute(db);
  return async (at, act) => {
    const by = Date.now() - at;
    const result = await act();
    const moved = rows.map(
      ({ table, columns }) => sql`${sql.id(`moved_${table}`)} as (
        update ${sql.table(table)} set ${sql.join(columns.map((column) => movedBy(column, by)))}
        where ${sql.join(columns.map(isPresent), sql` or `)}
      )`,
    );
    await sql`with ${sql.join(moved)} select 1`.execute(db);
    return result;
  };
}

const isPresent = (column: string) =>
  sql<boolean>`${sql.ref(column)} between now() - interval '3 hours' and now() + interval '3 hours'`;

function movedBy(column: string, ms: number): RawBuilder<unknown> {
  const time = sql.ref(column);
  const moved = sql`${time} - ${ms}::double precision * interval '1 millisecond'`;
  return sql`${time} = case when ${isPresent(column)} then ${moved} else ${time} end`;
}

/** Dates edits of an interview by their operation ids (ms since 1970). */
export async function dateEdits(db: Database, interviewId: string, edits: { opId: string; at: number }[]) {
  await sql`
    update document_updates set at = to_timestamp(ms / 1000)
    from unnest(${edits.map(({ opId }) => opId)}::text[], ${edits.map(({ at }) => at)}::double precision[]) as dated (id, ms)
    where interview_id = ${interviewId} and op_id = dated.id`.execute(db);
}
