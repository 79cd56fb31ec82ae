import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../database.ts';

const beginningOfMonth = sql<string>`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;

/** How many interviews of the company are active. */
export async function countActive(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many interviews the company started in this calendar month (UTC), deleted ones too. */
export async function countStartedThisMonth(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interview_starts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('started_at', '>=', beginningOfMonth)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many interviews of the company are planned. */
export async function countScheduled(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What happened in a company's interviews in a week. */
export interface WeekCounts {
  started: number;
  finished: number;
  joined: number;
  /** Still to come, counted now. */
  planned: number;
}

/** Counts the week that begins at `from`; starts of deleted interviews too. */
export async function countWeek(db: Database, companyId: string, from: string): Promise<WeekCounts> {
  const within = (column: string) => {
    const moment = sql.ref<string>(column);
    return sql<boolean>`${moment} >= ${from}::timestamptz and ${moment} < ${from}::timestamptz + interval '7 days'`;
  };
  const { rows } = await sql<WeekCounts>`select
    (select count(*) from interview_starts where company_id = ${companyId} and ${within('started_at')}) as started,
    (select count(*) from interviews where company_id = ${companyId} and ${within('ended_at')}) as finished,
    (select count(*) from candidates join interviews on interviews.id = candidates.interview_id
      where interviews.company_id = ${companyId} and ${within('joined_at')}) as joined`.execute(db);
  const [counts = { started: 0, finished: 0, joined: 0 }] = rows;
  return { ...counts, planned: await countScheduled(db, companyId) };
}

/** Counts an interview as started now. */
export async function noteStart(trx: Transaction<Tables>, companyId: string, interviewId: string): Promise<void> {
  await trx
    .insertInto('interview_starts')
    .values({ interview_id: interviewId, company_id: companyId, started_at: sql<string>`now()` })
    .execute();
}
