import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

const beginningOfMonth = sql<string>`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;

/** Returns how many interviews of the company are active. */
export async function countActive(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns how many interviews the company started in this calendar month (UTC), including deleted ones. */
export async function countStartedThisMonth(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interview_starts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('started_at', '>=', beginningOfMonth)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns how many interviews of the company are planned. */
export async function countScheduled(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow();
  return row.count;
}
