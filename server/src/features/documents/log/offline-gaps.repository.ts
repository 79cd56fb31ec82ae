import type { OfflineGap } from '@cip/contracts/rooms/documents';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Gaps stored per participant and interview; more than an interview over a bad connection has. */
const GAPS_MAX = 200;
/** Gaps read per interview: ten participants with the most each may have, or fewer of each. */
const GAPS_READ_MAX = 2_000;

/**
 * Stores that a participant was offline for `forMs` milliseconds until now, clipped to the interview. Stores nothing
 * and returns false if the operation is a repetition, the interview is not active, or GAPS_MAX is reached.
 */
export async function insertGap(
  db: Database,
  gap: { interviewId: string; participantId: string; opId: string; forMs: number },
): Promise<boolean> {
  const { interviewId, participantId, opId, forMs } = gap;
  const { numAffectedRows = 0n } = await sql`
    insert into offline_gaps (interview_id, op_id, participant_id, offline_from, offline_to)
    select i.id, ${opId}, ${participantId}::uuid,
      greatest(i.started_at, now() - ${forMs}::double precision * interval '1 millisecond'), now()
    from interviews i
    where i.id = ${interviewId} and i.status = 'active' and i.started_at <= now()
      and (select count(*) from offline_gaps g
           where g.interview_id = i.id and g.participant_id = ${participantId}::uuid) < ${GAPS_MAX}
    on conflict do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Returns the gaps of an interview with their participants, in order; without gaps of deleted participants. If there
 * are too many, gaps of participants with many are left out first.
 */
export async function listGaps(db: Database, interviewId: string): Promise<OfflineGap[]> {
  const { rows } = await sql<OfflineGap>`
    select coalesce(c.name, u.name) as participant_name,
      case when c.id is null then 'interviewer' else 'candidate' end as participant_type,
      g.offline_from, g.offline_to
    from (
      select * from (
        select *, row_number() over (partition by participant_id order by offline_from, op_id) as nth
        from offline_gaps where interview_id = ${interviewId}
      ) as numbered
      order by nth, offline_from limit ${GAPS_READ_MAX}
    ) as g
    left join candidates c on c.id = g.participant_id and c.interview_id = g.interview_id
    left join users u on u.id = g.participant_id
    where coalesce(c.name, u.name) is not null
    order by g.offline_from, g.op_id`.execute(db);
  return rows;
}
