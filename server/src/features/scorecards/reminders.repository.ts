import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { owesCard } from './standing.repository.ts';

/** An interview that ended an hour ago. */
interface EndedInterview {
  id: string;
  company_id: string;
  ended_at: string;
  time_zone: string | null;
}

/** Marks up to `atMost` interviews that ended an hour to a day ago as reminded and returns them; each one once. */
export async function claimEnded(trx: Transaction, atMost: number): Promise<EndedInterview[]> {
  const { rows } = await sql<EndedInterview>`
    with claimed as (
      insert into scorecard_reminders (interview_id)
      select id from interviews
      where status = 'completed' and ended_at <= now() - interval '1 hour' and ended_at > now() - interval '1 day'
        and not exists (select from scorecard_reminders where interview_id = interviews.id)
      order by ended_at limit ${atMost}
      on conflict do nothing
      returning interview_id
    )
    select id, company_id, ended_at, time_zone from interviews join claimed on interview_id = id`.execute(trx);
  return rows;
}

/** Returns the accounts that still have to submit a scorecard of an interview. */
export async function listAuthors(db: Database, interviewId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from interviews join users on users.company_id = interviews.company_id
    where interviews.id = ${interviewId} and ${owesCard}`.execute(db);
  return rows;
}

/** Returns the data of a reminder; undefined if the scorecard was submitted or the interview or account is gone. */
export async function findReminder(db: Database, interviewId: string, userId: string) {
  const { rows } = await sql<{
    companyId: string;
    candidateName: string | null;
    name: string;
    email: string;
  }>`
    select interviews.company_id as "companyId", candidate_name as "candidateName",
      users.name, users.email
    from interviews join users on users.id = ${userId}
    where interviews.id = ${interviewId} and status = 'completed' and ${owesCard}`.execute(db);
  return rows[0];
}

/** Returns how many scorecards of a company's interviews that ended in the week from `from` are still to be written. */
export async function countOpen(db: Database, companyId: string, from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from interviews join users on users.company_id = interviews.company_id
    where interviews.company_id = ${companyId} and status = 'completed'
      and ended_at >= ${from}::timestamptz and ended_at < ${from}::timestamptz + interval '7 days'
      and ${owesCard}`.execute(db);
  return rows[0]?.count ?? 0;
}
