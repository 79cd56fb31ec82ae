import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

const beginningOfWeek = sql<string>`date_trunc('week', now() at time zone 'utc') at time zone 'utc'`;

/**
 * Marks up to `atMost` companies with weekly reports on and none for the last full week as reported and returns them.
 * Skips rows that another node has locked.
 */
export async function claimUnreported(
  trx: Transaction,
  atMost: number,
): Promise<{ id: string; reported_until: string }[]> {
  const { rows } = await sql<{ id: string; reported_until: string }>`
    update companies set reported_until = ${beginningOfWeek} where id in (
      select id from companies
      where notification_preferences @> '{"weeklyReports": true}'
        and (reported_until is null or reported_until < ${beginningOfWeek})
      order by id limit ${atMost} for update skip locked
    )
    returning id, reported_until`.execute(trx);
  return rows;
}

/** The numbers of a company's interviews in a week. */
export interface WeekCounts {
  started: number;
  finished: number;
  joined: number;
  /** Planned from now on. */
  planned: number;
}

/** Counts the week from `from`, including starts of deleted interviews. */
export async function countWeek(db: Database, companyId: string, from: string): Promise<WeekCounts> {
  const within = (column: string) => {
    const moment = sql.ref<string>(column);
    return sql<boolean>`${moment} >= ${from}::timestamptz and ${moment} < ${from}::timestamptz + interval '7 days'`;
  };
  const { rows } = await sql<WeekCounts>`select
    (select count(*) from interview_starts where company_id = ${companyId} and ${within('started_at')}) as started,
    (select count(*) from interviews where company_id = ${companyId} and ${within('ended_at')}) as finished,
    (select count(*) from candidates join interviews on interviews.id = candidates.interview_id
      where interviews.company_id = ${companyId} and ${within('joined_at')}) as joined,
    (select count(*) from interviews
      where company_id = ${companyId} and status = 'scheduled' and scheduled_at >= now()) as planned`.execute(db);
  return rows[0] ?? { started: 0, finished: 0, joined: 0, planned: 0 };
}
