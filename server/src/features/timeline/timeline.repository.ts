import {
  CANDIDATE_EVENTS_MAX,
  CANDIDATES_EVENTS_MAX,
  TIMELINE_EVENTS_MAX,
  type TimelineAct,
  type TimelineEvent,
} from '@cip/contracts/timeline/timeline';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** An event to add. */
export type NewTimelineEvent = TimelineAct & {
  interviewId: string;
  opId: string;
  participantId: string | null;
};

/** The result of an insertion: `full` if its participant, all candidates or the interview have the most events. */
export type Insertion = 'added' | 'repeated' | 'full';

/** An event that the limits do not concern is `required`; `whenNew` tells whether it adds to the events before it. */
type Conditions = { isRequired: RawBuilder<boolean>; whenNew: RawBuilder<boolean> };

/** Adds an event, beyond the limits only with `isRequired`. If an operation is repeated, nothing is added. */
export function insertEvent(db: Database, event: NewTimelineEvent, isRequired: boolean): Promise<Insertion> {
  return insertWithin(db, event, { isRequired: sql`${isRequired}::boolean`, whenNew: sql`true` });
}

/**
 * Adds an arrival or a departure of a participant, unless their last one was the same. The first arrival of each is
 * stored beyond the limits as well, because it shows who was in the room.
 */
export function insertPresence(db: Database, event: NewTimelineEvent): Promise<Insertion> {
  const { interviewId, participantId, kind } = event;
  const last = sql`(
    select kind from timeline_events
    where interview_id = ${interviewId} and participant_id = ${participantId}::uuid and kind in ('joined', 'left')
    order by id desc limit 1
  )`;
  return insertWithin(db, event, {
    isRequired: sql`${last} is null`,
    whenNew: sql`${kind} is distinct from coalesce(${last}, 'left')`,
  });
}

/**
 * Adds an event within the limits. The counts are read without a lock, so concurrent events may exceed a limit by their
 * number, and are raised behind the lock that the event takes on its interview: all take both in this order.
 */
async function insertWithin(
  db: Database,
  { interviewId, opId, participantId, kind, data }: NewTimelineEvent,
  { isRequired, whenNew }: Conditions,
): Promise<Insertion> {
  const { rows } = await sql<{ is_new: boolean; has_room: boolean }>`
    with open as (
      select id from interviews where id = ${interviewId} for key share
    ), author as (
      select exists (
        select from candidates where id = ${participantId}::uuid and interview_id = ${interviewId}
      ) as is_candidate
    ), counted as (
      select coalesce(sum(events), 0) as of_all,
        coalesce(sum(events) filter (where is_candidate), 0) as of_candidates,
        coalesce(sum(events) filter (where participant_id = ${participantId}::uuid), 0) as of_author
      from timeline_counts where interview_id = ${interviewId}
    ), room as (
      select ${isRequired} or case
        when is_candidate then of_author < ${CANDIDATE_EVENTS_MAX} and of_candidates < ${CANDIDATES_EVENTS_MAX}
        else of_all < ${TIMELINE_EVENTS_MAX} end as has_room
      from author, counted
    ), added as (
      insert into timeline_events (interview_id, op_id, participant_id, kind, data)
      select open.id, ${opId}, ${participantId}::uuid, ${kind}, ${JSON.stringify(data)}::jsonb
      from open, room where has_room and ${whenNew}
      on conflict (interview_id, op_id) do nothing
      returning participant_id
    ), raised as (
      insert into timeline_counts as c (interview_id, participant_id, is_candidate, events)
      select ${interviewId}, participant_id, is_candidate, 1 from added, author where participant_id is not null
      on conflict (interview_id, participant_id) do update set events = c.events + 1
    )
    select exists (select from added) as is_new, has_room from room`.execute(db);
  const [row] = rows;
  if (row?.is_new) return 'added';
  return row?.has_room ? 'repeated' : 'full';
}

/** Returns whether a limit of an interview's events is reached, so that some may have been left out. */
export async function isFull(db: Database, interviewId: string): Promise<boolean> {
  const { rows } = await sql<{ is_full: boolean }>`
    select coalesce(
      bool_or(is_candidate and events >= ${CANDIDATE_EVENTS_MAX})
        or sum(events) filter (where is_candidate) >= ${CANDIDATES_EVENTS_MAX}
        or sum(events) >= ${TIMELINE_EVENTS_MAX},
      false) as is_full
    from timeline_counts where interview_id = ${interviewId}`.execute(db);
  return rows[0]?.is_full ?? false;
}

/** Returns the ids of everyone who acted in an interview or joined it, in the order of their first event. */
export async function listActors(db: Database, interviewId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select participant_id as id from timeline_events
    where interview_id = ${interviewId} and participant_id is not null
    group by participant_id order by min(id)`.execute(db);
  return rows.map(({ id }) => id);
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
export async function deleteRunEvents(trx: Transaction, interviewId: string, runIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('timeline_events')
    .where('interview_id', '=', interviewId)
    .where('kind', '=', 'run')
    .where(sql<string>`data ->> 'runId'`, 'in', [...runIds])
    .execute();
}
