import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { owesCard, type Viewer } from './standing.repository.ts';

/** An ended interview whose scorecard an account still has to submit. */
export interface OpenCard {
  interview_id: string;
  room_code: string;
  candidate_name: string | null;
  ended_at: string;
}

/**
 * Returns the interviews that ended within `days` and whose scorecard the account still has to submit, newest first.
 */
export async function listOpen(
  db: Database,
  { companyId, userId }: Omit<Viewer, 'role'>,
  days: number,
): Promise<OpenCard[]> {
  const { rows } = await sql<OpenCard>`
    select interviews.id as interview_id, room_code, candidate_name, ended_at
    from interviews join users on users.id = ${userId}
    where interviews.company_id = ${companyId} and status = 'completed'
      and ended_at > now() - make_interval(days => ${days})
      and ${owesCard}
    order by ended_at desc, interviews.id`.execute(db);
  return rows;
}

/** Returns which of the interviews the account has a scorecard of, and how many versions each has. */
export async function listOwn(
  db: Database,
  userId: string,
  interviewIds: readonly string[],
): Promise<{ interviewId: string; versions: number }[]> {
  const { rows } = await sql<{ interviewId: string; versions: number }>`
    select interview_id as "interviewId", count(number) as versions
    from scorecards left join scorecard_versions on scorecard_id = scorecards.id
    where user_id = ${userId} and interview_id = any(${interviewIds}::uuid[])
    group by interview_id`.execute(db);
  return rows;
}
