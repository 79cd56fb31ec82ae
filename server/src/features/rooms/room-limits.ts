import { moveCursor, updateDocument } from '@cip/contracts/document-events';
import { AppError } from '../../errors.ts';
import { EventLimits } from './event-limits.ts';
import { PacketLimits } from './packet-limits.ts';
import { SocketGroups } from './socket-groups.ts';
import { TokenBucket } from './token-bucket.ts';

/** Sockets of one participant in one room on this node: phone, laptop and two tabs, each with a lost one before it. */
const SOCKETS_PER_PARTICIPANT = 10;
/** Sockets in one room on this node: twenty people with four each, and twice as many again. */
const SOCKETS_PER_ROOM = 200;

/** Events of one room in a second, and in one burst: twenty people who all type as fast as one may. */
const ROOM_EVENTS_PER_SECOND = 1_000;
const ROOM_EVENTS_BURST = 4_000;
/** Edits that are handed on in a second, and in one burst, each counted once a socket: twenty people, 80 sockets. */
const EDITS_HANDED_ON_PER_SECOND = 20_000;
const EDITS_HANDED_ON_BURST = 60_000;
/** Cursors likewise; beyond it they are dropped. */
const CURSORS_HANDED_ON_PER_SECOND = 10_000;
const CURSORS_HANDED_ON_BURST = 20_000;

/** A connection of the engine, as far as it matters here. */
type Connection = Parameters<PacketLimits['watch']>[0];

/** Who sends from where: what they may is counted together, whichever socket they use. */
export interface Place {
  interviewId: string;
  participantId: string;
}

/** What the sockets of one room may send together. */
class RoomEvents {
  readonly events = new TokenBucket(ROOM_EVENTS_PER_SECOND, ROOM_EVENTS_BURST);
  readonly edits = new TokenBucket(EDITS_HANDED_ON_PER_SECOND, EDITS_HANDED_ON_BURST);
  readonly cursors = new TokenBucket(CURSORS_HANDED_ON_PER_SECOND, CURSORS_HANDED_ON_BURST);

  admit(event: string, sockets: number): boolean {
    if (event === moveCursor.name) return this.cursors.take(sockets);
    return this.events.take() && (event !== updateDocument.name || this.edits.take(sockets));
  }
}

/**
 * Bounds what the sockets of one participant and of one room hold and send on this node. Without rates, for load tests,
 * only how many sockets there may be is bounded.
 */
export class RoomLimits {
  readonly packets: PacketLimits | null;
  readonly #participants = new SocketGroups(SOCKETS_PER_PARTICIPANT, () => new EventLimits());
  readonly #rooms = new SocketGroups(SOCKETS_PER_ROOM, () => new RoomEvents());
  readonly #joined = new Map<Connection, Place>();

  constructor(hasRates: boolean) {
    this.packets = hasRates ? new PacketLimits() : null;
  }

  /** Counts a connection that enters its room. Throws `too_many_requests` when there are too many already. */
  join(conn: Connection, place: Place): void {
    if (this.#joined.has(conn)) return;
    if (this.#participants.isFull(keyOf(place)))
      throw tooMany('You are connected from too many places. Please close other tabs or devices.');
    if (this.#rooms.isFull(place.interviewId)) throw tooMany('There are too many connections in this session.');
    this.#participants.add(keyOf(place));
    this.#rooms.add(place.interviewId);
    this.#joined.set(conn, place);
    this.packets?.join(conn);
  }

  leave(conn: Connection): void {
    const place = this.#joined.get(conn);
    if (!place) return;
    this.#joined.delete(conn);
    this.#participants.remove(keyOf(place));
    this.#rooms.remove(place.interviewId);
  }

  /** Whether an event of a connection may be read; `own` counts for a connection that has proven nothing. */
  admit(conn: Connection, place: Place | null, own: EventLimits, event: string, payload: unknown): boolean {
    if (!this.packets) return true;
    const limits = place ? this.#participants.value(keyOf(place)) : own;
    if (!this.packets.isOver(conn) && limits.admit(event, payload) && this.#admitToRoom(place, event)) return true;
    if (!limits.refuse()) conn.close();
    return false;
  }

  #admitToRoom(place: Place | null, event: string): boolean {
    if (!place) return true;
    return this.#rooms.value(place.interviewId).admit(event, this.#rooms.count(place.interviewId));
  }
}

const keyOf = ({ interviewId, participantId }: Place) => `${interviewId}/${participantId}`;
const tooMany = (message: string) => new AppError('too_many_requests', message);
