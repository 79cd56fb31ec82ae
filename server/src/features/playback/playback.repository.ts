import type { ParticipantType } from '@cip/contracts/rooms/rooms';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/database.ts';

/** A participant of an ended interview. */
export interface RecordedParticipant {
  id: string;
  name: string;
  type: Static<typeof ParticipantType>;
}

/** The name of a participant if their account was deleted before names were recorded. */
const FORMER_INTERVIEWER = 'Former interviewer';

/**
 * Returns everyone who joined or acted in an interview, and whether its timeline was recorded. The order is that of the
 * first event of each, as in the room's numbers and colors. Names are from the arrival; if the interview is older, the
 * present ones.
 */
export async function listParticipants(
  db: Database,
  interviewId: string,
): Promise<{ participants: RecordedParticipant[]; hasTimeline: boolean }> {
  const { rows } = await sql<RecordedParticipant & { has_timeline: boolean }>`
    with acts as (
      select participant_id as id, min(at) as at, null::bigint as event_id from document_updates
      where interview_id = ${interviewId} and participant_id is not null group by participant_id
      union all
      select participant_id, min(at), min(id) from timeline_events
      where interview_id = ${interviewId} and participant_id is not null group by participant_id
      union all
      select participant_id, min(offline_to), null from offline_gaps where interview_id = ${interviewId} group by participant_id
      union all
      select participant_id, min(requested_at), null from runs where interview_id = ${interviewId} group by participant_id
    ), joined as (
      select distinct on (participant_id) participant_id as id, data ->> 'name' as name, data ->> 'type' as type
      from timeline_events where interview_id = ${interviewId} and kind = 'joined' order by participant_id, timeline_events.id
    ), members as (
      select id, min(at) as at, min(event_id) as event_id from acts group by id
    )
    select members.id, coalesce(joined.name, candidates.name, users.name, ${FORMER_INTERVIEWER}) as name,
      coalesce(joined.type, case when candidates.id is null then 'interviewer' else 'candidate' end) as type,
      exists (select from timeline_events where interview_id = ${interviewId} and kind = 'opened') as has_timeline
    from members
    left join joined on joined.id = members.id
    left join candidates on candidates.id = members.id and candidates.interview_id = ${interviewId}
    left join users on users.id = members.id
    order by members.event_id nulls last, members.at, members.id`.execute(db);
  const participants = rows.map(({ id, name, type }) => ({ id, name, type }));
  return { participants, hasTimeline: rows[0]?.has_timeline ?? false };
}

/** A period in which a participant typed without a connection. */
interface StoredGap {
  participantId: string;
  from: string;
  to: string;
}

/** Returns the periods of an interview in which participants typed without a connection, in order. */
export function listStoredGaps(db: Database, interviewId: string): Promise<StoredGap[]> {
  return db
    .selectFrom('offline_gaps')
    .select(['participant_id as participantId', 'offline_from as from', 'offline_to as to'])
    .where('interview_id', '=', interviewId)
    .orderBy('offline_from')
    .orderBy('op_id')
    .execute();
}
