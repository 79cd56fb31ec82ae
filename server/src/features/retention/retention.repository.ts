import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';

// The age of a finished interview counts from its end, that of one that never began from the day it was planned for.
const olderThan = (days: RawBuilder<unknown>) => sql<boolean>`interviews.status in ('completed', 'cancelled')
  and coalesce(interviews.ended_at, interviews.scheduled_at, interviews.created_at) < now() - make_interval(days => ${days})`;

/** For how many days the company keeps finished interviews; null for as long as they are not deleted. */
export async function getDays(db: Database, companyId: string): Promise<number | null> {
  const row = await db
    .selectFrom('companies')
    .select('retention_days')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.retention_days;
}

/** Changes for how many days the company keeps finished interviews; answers whether that is a change. */
export async function setDays(trx: Transaction<Tables>, companyId: string, days: number | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('companies')
    .set({ retention_days: days })
    .where('id', '=', companyId)
    .where('retention_days', 'is distinct from', days)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many finished interviews of the company are older than so many days. */
export async function countOlderThan(db: Database, companyId: string, days: number): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where(olderThan(sql`${days}::int`))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Removes some of the interviews that are older than their company keeps them. Rows that another node works on are
 * passed over, and the status is looked at under the row's lock: nothing that runs goes.
 */
export async function removeExpired(
  trx: Transaction<Tables>,
  atMost: number,
): Promise<{ id: string; company_id: string }[]> {
  const { rows } = await sql<{ id: string; company_id: string }>`
    delete from interviews where id in (
      select interviews.id from interviews join companies on companies.id = interviews.company_id
      where companies.retention_days is not null and ${olderThan(sql`companies.retention_days`)}
      order by interviews.id limit ${atMost}
      for update of interviews skip locked
    )
    returning id, company_id`.execute(trx);
  return rows;
}
