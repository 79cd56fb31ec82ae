import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isVisible } from '../interviews/scope.service.ts';
import type { Standing } from './scorecard-rules.ts';

/** An account of a company. */
export interface Viewer {
  companyId: string;
  userId: string;
  role: Standing['role'];
}

const joined = sql`select from timeline_events where interview_id = interviews.id and kind = 'joined'
  and data ->> 'type' = 'interviewer'`;

/**
 * A condition: the user has, or had, the e-mail of the candidate of the interview. Both tables are in the query. Never
 * the owner, because the owner reads everything in the export anyway, and others must not shut them out.
 */
const isCandidate = sql<boolean>`(users.role <> 'owner' and (
  coalesce(lower(interviews.candidate_email) = lower(users.email), false)
  or exists (select from candidate_accounts where interview_id = interviews.id and user_id = users.id)
))`;

/**
 * The user who decides besides owners and admins: the planner. If there is no planner who may decide (it was a quick
 * start, a coordinator planned it, or the account is deleted), the leading interviewer.
 */
const host = sql<string>`coalesce(
  (select id from users planners where planners.id = interviews.planned_by and planners.role <> 'coordinator'),
  interviews.interviewer_id
)`;

/** A condition: the user was in the room of the interview. */
const wasInRoom = sql<boolean>`exists (${joined} and participant_id = users.id)`;

/** A condition: the user has submitted a scorecard of the interview. */
const hasSubmitted = sql<boolean>`exists (
  select from scorecards join scorecard_versions on scorecard_id = scorecards.id
  where interview_id = interviews.id and user_id = users.id
)`;

/** A condition: the user still has to submit a scorecard of the interview: was there, and may still write one. */
export const owesCard = sql<boolean>`(${wasInRoom} and not ${isCandidate} and not ${hasSubmitted}
  and users.role <> 'coordinator' and ${isVisible})`;

/** The interviewers who were in the room of the interview. */
const expected = sql<number>`(
  select count(distinct participant_id) from timeline_events where interview_id = interviews.id and kind = 'joined'
    and data ->> 'type' = 'interviewer'
)`;

/**
 * Returns how many of the company's interviewers in the room have not submitted a scorecard, even if they may not,
 * because they are taken for the candidate.
 */
export async function countMissing(db: Database, companyId: string, interviewId: string): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from interviews join users on users.company_id = interviews.company_id
    where interviews.company_id = ${companyId} and interviews.id = ${interviewId}
      and ${wasInRoom} and not ${hasSubmitted} and users.role <> 'coordinator' and ${isVisible}`.execute(db);
  return rows[0]?.missing ?? 0;
}

/** Returns the roles of an account in the interviews of its company that it sees. */
export async function findStandings(
  db: Database,
  { companyId, userId, role }: Viewer,
  interviewIds: readonly string[],
): Promise<Standing[]> {
  const { rows } = await sql<Omit<Standing, 'role'> & { status: InterviewStatus }>`
    select interviews.id as "interviewId", interviews.status, interviews.room_code as "roomCode",
      candidate_name as "candidateName", interviews.started_at as "startedAt", interviews.ended_at as "endedAt",
      coalesce(${host} = users.id, false) as "isHost",
      ${isCandidate} as "isCandidate", ${wasInRoom} as "wasInRoom", ${hasSubmitted} as "hasSubmitted",
      exists (
        select from playback_views where interview_id = interviews.id and user_id = users.id
      ) as "hasWatched",
      ${expected} as expected,
      (
        select count(distinct scorecard_id) from scorecards join scorecard_versions on scorecard_id = scorecards.id
        where interview_id = interviews.id
      ) as submitted
    from interviews join users on users.id = ${userId}
    where interviews.company_id = ${companyId} and interviews.id = any(${interviewIds}::uuid[])
      and ${isVisible}`.execute(db);
  return rows.map((row) => ({ ...row, role }));
}
