import { randomUUID } from 'node:crypto';
import type { Participant } from '@cip/contracts/rooms/rooms';
import {
  TIMELINE_EVENT_MAX_BYTES,
  type TimelineAct,
  type TimelineEvent,
  type TimelineKind,
} from '@cip/contracts/timeline/timeline';
import type { LimitContext } from '../../context.ts';
import { AppError, isOutage, isOwnerGone } from '../../errors.ts';
import type { Database } from '../../platform/database/database.ts';
import * as timeline from './timeline.repository.ts';

export {
  deleteDataSetEvents,
  isBetween,
  listFileEvents,
  replaceEventData,
  type Between,
} from './closed-events.repository.ts';
export { deleteRunEvents, isFull } from './timeline.repository.ts';

/** Kinds without which an interview cannot be replayed; stored beyond the limit as well. */
const REQUIRED: ReadonlySet<TimelineKind> = new Set(['opened', 'removed', 'ended']);
/** Further kinds that a full timeline leaves out, like arrivals and departures; the act that they record goes on. */
const OPTIONAL: ReadonlySet<TimelineKind> = new Set([
  'saved',
  'formatted',
  'offline',
  'waiting',
  'admitted',
  'sent_back',
  'rejected',
  'locked',
  'unlocked',
  'tests_run',
]);
/** Events read by one statement. */
const BATCH = 1_000;

/** The actor, and the operation id of the act; if it has none, a repetition is recorded again. */
interface Act {
  interviewId: string;
  participantId: string | null;
  opId?: string;
}

/**
 * Records an event, in the transaction of the act and behind its other locks. If an operation is repeated, nothing is
 * added. Throws `limit_reached` if there is no more room for the participant's events and the act may be refused,
 * `too_large` for an event beyond 16 KB.
 */
export async function recordEvent(db: Database, { opId, ...by }: Act, act: TimelineAct): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(act.data)) > TIMELINE_EVENT_MAX_BYTES)
    throw new AppError('too_large', 'This is too large to be recorded.');
  const event = { ...by, ...act, opId: opId ?? randomUUID() };
  const inserted = await timeline.insertEvent(db, event, REQUIRED.has(act.kind));
  if (inserted === 'full' && !OPTIONAL.has(act.kind))
    throw new AppError('limit_reached', 'Too much has happened in this session to record more. You can go on typing.');
}

/**
 * Records that a participant is in the room now, or no longer; repetitions and other devices add nothing. Returns false
 * if the database failed, and it may be tried again.
 */
export async function recordPresence(
  { db, log }: LimitContext,
  interviewId: string,
  { id, name, type }: Participant,
  isThere: boolean,
): Promise<boolean> {
  try {
    const kind = isThere ? 'joined' : 'left';
    const event = { interviewId, opId: randomUUID(), participantId: id, kind, data: { name, type } } as const;
    if ((await timeline.insertPresence(db, event)) === 'full')
      log.warn({ interviewId, kind }, 'a change of presence is not recorded: the timeline is full');
    return true;
  } catch (error) {
    // An interview may be deleted meanwhile, and a missing event must not keep anyone out of the room.
    if (!isOutage(error)) log.warn({ err: error }, 'a change of presence could not be recorded');
    return isOwnerGone(error);
  }
}

/**
 * Returns participants with their numbers, which stay the same for the whole interview and are the order of its
 * playback. Without numbers if the timeline cannot be read.
 */
export async function numberParticipants(
  { db, log }: LimitContext,
  interviewId: string,
  participants: readonly Participant[],
): Promise<Participant[]> {
  try {
    const numbers = new Map((await timeline.listActors(db, interviewId)).map((id, index) => [id, index + 1]));
    return participants.map((participant) => {
      const number = numbers.get(participant.id);
      return number === undefined ? participant : { ...participant, number };
    });
  } catch (error) {
    // A color must not keep anyone out of the room.
    log.warn({ err: error }, 'the participants of a room could not be numbered');
    return [...participants];
  }
}

/** Returns all events of an interview, in order. */
export async function* readTimeline(db: Database, interviewId: string): AsyncGenerator<TimelineEvent> {
  for (let afterId = '0'; ;) {
    const events = await timeline.listEvents(db, interviewId, { afterId, limit: BATCH });
    yield* events;
    const last = events.at(-1);
    if (!last || events.length < BATCH) return;
    afterId = last.id;
  }
}
