import { TIMELINE_EVENTS_MAX, type TimelineAct, type TimelineEvent } from '@cip/contracts/timeline';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';

/** An event to add. */
export type NewTimelineEvent = TimelineAct & {
  interviewId: string;
  opId: string;
  participantId: string | null;
};

/** What became of an event: `full` when the interview has the most events already. */
export type Insertion = 'added' | 'repeated' | 'full';

/** Adds an event, beyond TIMELINE_EVENTS_MAX only with `isRequired`. A repeated operation adds nothing. */
export async function insertEvent(
  db: Database,
  { interviewId, opId, participantId, kind, data }: NewTimelineEvent,
  isRequired: boolean,
): Promise<Insertion> {
  const { rows } = await sql<{ is_new: boolean; has_room: boolean }>`
    with room as (
      select ${isRequired}::boolean or count(*) < ${TIMELINE_EVENTS_MAX} as has_room
      from timeline_events where interview_id = ${interviewId}
    ), added as (
      insert into timeline_events (interview_id, op_id, participant_id, kind, data)
      select ${interviewId}, ${opId}, ${participantId}::uuid, ${kind}, ${JSON.stringify(data)}::jsonb
      from room where has_room
      on conflict (interview_id, op_id) do nothing
      returning id
    )
    select exists (select from added) as is_new, has_room from room`.execute(db);
  const [row] = rows;
  if (row?.is_new) return 'added';
  return row?.has_room ? 'repeated' : 'full';
}

/**
 * Adds an arrival or a departure of a participant, unless their last one was the same or the interview has the most
 * events.
 */
export async function insertPresence(
  db: Database,
  { interviewId, participantId, kind, data }: Omit<NewTimelineEvent, 'opId'>,
): Promise<void> {
  await sql`
    insert into timeline_events (interview_id, op_id, participant_id, kind, data)
    select ${interviewId}, gen_random_uuid()::text, ${participantId}::uuid, ${kind}, ${JSON.stringify(data)}::jsonb
    where (select count(*) from timeline_events where interview_id = ${interviewId}) < ${TIMELINE_EVENTS_MAX}
      and ${kind} is distinct from coalesce((
        select kind from timeline_events
        where interview_id = ${interviewId} and participant_id = ${participantId}::uuid and kind in ('joined', 'left')
        order by id desc limit 1
      ), 'left')`.execute(db);
}

/** Returns up to `limit` events of an interview after the event `afterId`, in order. */
export function listEvents(
  db: Database,
  interviewId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<TimelineEvent[]> {
  return db
    .selectFrom('timeline_events')
    .select(['id', 'at', 'participant_id as participantId', 'kind', 'data'])
    .where('interview_id', '=', interviewId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .$castTo<TimelineEvent>()
    .execute();
}

/** Deletes the events of runs. */
export async function deleteRunEvents(
  trx: Transaction<Tables>,
  interviewId: string,
  runIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('timeline_events')
    .where('interview_id', '=', interviewId)
    .where('kind', '=', 'run')
    .where(sql<string>`data ->> 'runId'`, 'in', [...runIds])
    .execute();
}
