import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { countRows, hasChanged } from '../../platform/database/endings.ts';

// A finished interview's age counts from its end; if it never started, from the time it was planned for.
const olderThan = (days: RawBuilder<unknown>) => sql<boolean>`interviews.status in ('completed', 'cancelled')
  and coalesce(interviews.ended_at, interviews.scheduled_at, interviews.created_at) < now() - make_interval(days => ${days})`;

/** Returns how many days the company stores finished interviews; null means until they are deleted. */
export async function getDays(db: Database, companyId: string): Promise<number | null> {
  const row = await db
    .selectFrom('companies')
    .select('retention_days')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.retention_days;
}

/** Sets how many days the company stores finished interviews; returns whether that changed. */
export function setDays(trx: Transaction, companyId: string, days: number | null): Promise<boolean> {
  return trx
    .updateTable('companies')
    .set({ retention_days: days })
    .where('id', '=', companyId)
    .where('retention_days', 'is distinct from', days)
    .$call(hasChanged);
}

/** Returns how many finished interviews of the company are older than `days`. */
export function countOlderThan(db: Database, companyId: string, days: number): Promise<number> {
  return db
    .selectFrom('interviews')
    .where('company_id', '=', companyId)
    .where(olderThan(sql`${days}::int`))
    .$call(countRows);
}

/**
 * Locks and returns up to `atMost` interviews older than their company stores them. It skips rows that another node has
 * locked, and checks the status under the row's lock, so that no running interview is deleted.
 */
export async function lockExpired(trx: Transaction, atMost: number): Promise<{ id: string; company_id: string }[]> {
  const { rows } = await sql<{ id: string; company_id: string }>`
    select interviews.id, interviews.company_id
    from interviews join companies on companies.id = interviews.company_id
    where companies.retention_days is not null and ${olderThan(sql`companies.retention_days`)}
    order by interviews.id limit ${atMost}
    for update of interviews skip locked`.execute(trx);
  return rows;
}
