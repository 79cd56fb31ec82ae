import { moveCursor, updateDocument } from '@cip/contracts/document-events';
import { AppError } from '../../errors.ts';
import { EventLimits } from './event-limits.ts';
import { PacketLimits } from './packet-limits.ts';
import { SocketGroups } from './socket-groups.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Sockets of one participant in one room on this node: phone, laptop and two tabs, each with a lost one not yet closed.
 */
const SOCKETS_PER_PARTICIPANT = 10;
/** Sockets in one room on this node: twenty people with four each, with room to spare. */
const SOCKETS_PER_ROOM = 200;

/** Events of one room per second and per burst: twenty people who all type at the limit of one participant. */
const ROOM_EVENTS_PER_SECOND = 1_000;
const ROOM_EVENTS_BURST = 4_000;
/** Edits relayed in one room per second and per burst, counted once per receiving socket: twenty people, 80 sockets. */
const EDITS_RELAYED_PER_SECOND = 20_000;
const EDITS_RELAYED_BURST = 60_000;
/** Cursor moves relayed, counted likewise; further ones are dropped. */
const CURSORS_RELAYED_PER_SECOND = 10_000;
const CURSORS_RELAYED_BURST = 20_000;

/** The part of an Engine.IO connection that is used here. */
type Connection = Parameters<PacketLimits['watch']>[0];

/** A participant of a room; all their sockets count together. */
export interface ParticipantRef {
  interviewId: string;
  participantId: string;
}

/** The limits that the sockets of one room share. */
class RoomEventLimits {
  readonly events = new TokenBucket(ROOM_EVENTS_PER_SECOND, ROOM_EVENTS_BURST);
  readonly edits = new TokenBucket(EDITS_RELAYED_PER_SECOND, EDITS_RELAYED_BURST);
  readonly cursors = new TokenBucket(CURSORS_RELAYED_PER_SECOND, CURSORS_RELAYED_BURST);

  take(event: string, sockets: number): boolean {
    if (event === moveCursor.name) return this.cursors.take(sockets);
    return this.events.take() && (event !== updateDocument.name || this.edits.take(sockets));
  }
}

/**
 * Limits the sockets and events of each participant and each room on this node. Load tests switch the rates off; the
 * number of sockets is always limited.
 */
export class RoomLimits {
  readonly packets: PacketLimits | null;
  readonly #participants = new SocketGroups(SOCKETS_PER_PARTICIPANT, () => new EventLimits());
  readonly #rooms = new SocketGroups(SOCKETS_PER_ROOM, () => new RoomEventLimits());
  readonly #joined = new Map<Connection, ParticipantRef>();

  constructor(hasRates: boolean) {
    this.packets = hasRates ? new PacketLimits() : null;
  }

  /** Counts a connection that joins its room. Throws `too_many_requests` when there are too many. */
  join(conn: Connection, ref: ParticipantRef): void {
    if (this.#joined.has(conn)) return;
    if (this.#participants.isFull(keyOf(ref)))
      throw tooMany('You are connected from too many places. Please close other tabs or devices.');
    if (this.#rooms.isFull(ref.interviewId)) throw tooMany('There are too many connections in this session.');
    this.#participants.add(keyOf(ref));
    this.#rooms.add(ref.interviewId);
    this.#joined.set(conn, ref);
    this.packets?.join(conn);
  }

  leave(conn: Connection): void {
    const ref = this.#joined.get(conn);
    if (!ref) return;
    this.#joined.delete(conn);
    this.#participants.remove(keyOf(ref));
    this.#rooms.remove(ref.interviewId);
  }

  /** Counts an event. Returns false when it must be refused. `own` counts for a socket that is not authenticated. */
  take(conn: Connection, ref: ParticipantRef | null, own: EventLimits, event: string, payload: unknown): boolean {
    if (!this.packets) return true;
    const limits = ref ? this.#participants.value(keyOf(ref)) : own;
    if (!this.packets.isOverLimit(conn) && limits.take(event, payload) && this.#takeInRoom(ref, event)) return true;
    if (!limits.takeRefusal()) conn.close();
    return false;
  }

  #takeInRoom(ref: ParticipantRef | null, event: string): boolean {
    if (!ref) return true;
    return this.#rooms.value(ref.interviewId).take(event, this.#rooms.count(ref.interviewId));
  }
}

const keyOf = ({ interviewId, participantId }: ParticipantRef) => `${interviewId}/${participantId}`;
const tooMany = (message: string) => new AppError('too_many_requests', message);
