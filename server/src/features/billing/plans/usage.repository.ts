import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { countRows } from '../../../platform/database/endings.ts';

const beginningOfMonth = sql<string>`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;

/** Returns how many interviews of the company are active. */
export function countActive(db: Database, companyId: string): Promise<number> {
  return db
    .selectFrom('interviews')
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .$call(countRows);
}

/** Returns how many interviews the company started in this calendar month (UTC), including deleted ones. */
export function countStartedThisMonth(db: Database, companyId: string): Promise<number> {
  return db
    .selectFrom('interview_starts')
    .where('company_id', '=', companyId)
    .where('started_at', '>=', beginningOfMonth)
    .$call(countRows);
}

/** Returns how many planned interviews of the company are not over. */
export function countScheduled(db: Database, companyId: string): Promise<number> {
  return db
    .selectFrom('interviews')
    .where('company_id', '=', companyId)
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`scheduled_at + make_interval(mins => minutes) > now()`)
    .$call(countRows);
}
