import type { Participant } from '@cip/contracts/rooms/rooms';
import { charsOf } from '../limits/reply-limits.ts';
import type { EmitEvent } from '../room-member.ts';
import type { Presence } from './presence.ts';

/** The participants of a room in the wire's shape. */
export interface ParticipantList {
  participants: Participant[];
  count: number;
}

/** A room that is told of its participants. */
interface ListedRoom {
  interviewId: string;
  /** Emits to all sockets in the room. */
  emit: EmitEvent;
  /** Returns its current list. */
  read: () => Promise<ParticipantList>;
}

/**
 * Characters of lists that a node sends to one room in a second, counted once per participant: 20 get one every 20 ms,
 * 200 with the longest names one every 5 s.
 */
const CHARS_PER_SECOND = 2_000_000;

/** The rooms of a node that got a list a moment ago; true if it has changed since. */
const restingRooms = new WeakMap<Presence, Map<string, boolean>>();

/**
 * Sends everyone in a room its list. Returns false if that waits because a list was just sent: then the current one
 * follows. The pause grows with the cost of a list, because one participant can come and go twice a second.
 */
export function announceList(presence: Presence, room: ListedRoom, list: ParticipantList): boolean {
  const { interviewId, emit, read } = room;
  const resting = restingRooms.get(presence) ?? new Map<string, boolean>();
  restingRooms.set(presence, resting);
  if (resting.has(interviewId)) {
    resting.set(interviewId, true);
    return false;
  }
  emit('participantList', list);
  resting.set(interviewId, false);
  const pauseMs = (charsOf(list) * list.count * 1_000) / CHARS_PER_SECOND;
  setTimeout(() => {
    const hasChanged = resting.get(interviewId) === true;
    resting.delete(interviewId);
    if (hasChanged) void read().then((current) => announceList(presence, room, current));
  }, pauseMs).unref();
  return true;
}
