import { moveCursor, updateDocument } from '@cip/contracts/rooms/document-events';
import { AppError } from '../../../errors.ts';
import { EventLimits } from './event-limits.ts';
import { PacketLimits } from './packet-limits.ts';
import { GROUP, PARTICIPANT } from './rates.ts';
import { ReplyLimits } from './reply-limits.ts';
import { SocketGroups } from './socket-groups.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Sockets of one participant in one room on this node: phone, laptop and two tabs, each with a lost one not yet closed.
 */
const SOCKETS_PER_PARTICIPANT = 10;
/** Sockets of one group in a room on this node: twenty people with four each, with room to spare. */
const SOCKETS_PER_GROUP = 200;

/** The part of an Engine.IO connection that is used here. */
type Connection = Parameters<PacketLimits['watchConnection']>[0];

/**
 * Who shares the limits of a room. Interviewers have limits of their own, so that candidates cannot use up theirs;
 * waiting candidates have their own too.
 */
export type RoomGroup = 'interviewers' | 'candidates' | 'waiting';

/** A participant of a room; all their sockets count together. */
export interface ParticipantRef {
  interviewId: string;
  group: RoomGroup;
  participantId: string;
}

/** The limits that the sockets of one group share. */
class GroupLimits {
  readonly events = new TokenBucket(GROUP.events);
  readonly edits = new TokenBucket(GROUP.editsRelayed);
  readonly cursors = new TokenBucket(GROUP.cursorsRelayed);
  readonly packetChars = new TokenBucket(GROUP.packetChars);
  readonly replyChars = new TokenBucket(GROUP.replyChars);

  takeEvent(event: string, sockets: number): boolean {
    if (event === moveCursor.name) return this.cursors.take(sockets);
    return this.events.take() && (event !== updateDocument.name || this.edits.take(sockets));
  }
}

/** The limits that the sockets of one participant share. */
class ParticipantLimits extends EventLimits {
  readonly packetChars = new TokenBucket(PARTICIPANT.packetChars);
  readonly replyChars = new TokenBucket(PARTICIPANT.replyChars);
}

/**
 * Limits the sockets and events of each participant and each room on this node. Load tests switch the rates off; the
 * number of sockets is always limited.
 */
export class RoomLimits {
  readonly packets = new PacketLimits();
  readonly #hasRates: boolean;
  readonly #participants = new SocketGroups(SOCKETS_PER_PARTICIPANT, () => new ParticipantLimits());
  readonly #groups = new SocketGroups(SOCKETS_PER_GROUP, () => new GroupLimits());
  readonly #joined = new Map<Connection, ParticipantRef>();
  /** Created by the first event, because most connections are authenticated by their handshake. */
  readonly #unauthenticated = new WeakMap<Connection, EventLimits>();
  readonly #replies = new ReplyLimits();

  constructor(hasRates: boolean) {
    this.#hasRates = hasRates;
  }

  /** Counts the packets of a connection, in a room or not. */
  watchConnection(conn: Connection): void {
    if (this.#hasRates) this.packets.watchConnection(conn);
  }

  /** Counts a connection that joins its room. Throws `too_many_requests` if there are too many. */
  addConnection(conn: Connection, ref: ParticipantRef): void {
    if (this.#joined.has(conn)) return;
    if (this.#participants.isFull(keyOf(ref)))
      throw tooMany('You are connected from too many places. Please close other tabs or devices.');
    if (this.#groups.isFull(groupOf(ref))) throw tooMany('There are too many connections in this session.');
    this.#participants.addSocket(keyOf(ref));
    this.#groups.addSocket(groupOf(ref));
    this.#joined.set(conn, ref);
    const [own, shared] = [this.#participants.sharedValue(keyOf(ref)), this.#groups.sharedValue(groupOf(ref))];
    this.packets.shareChars(conn, [own.packetChars, shared.packetChars]);
  }

  /** Counts a connection that leaves its room, if it joined one. */
  removeConnection(conn: Connection): void {
    const ref = this.#joined.get(conn);
    if (!ref) return;
    this.#joined.delete(conn);
    this.#participants.removeSocket(keyOf(ref));
    this.#groups.removeSocket(groupOf(ref));
  }

  /** Counts an event. Returns false if it must be refused. `ref` is null if the sender is not authenticated. */
  takeEvent(conn: Connection, ref: ParticipantRef | null, event: string, payload: unknown): boolean {
    if (!this.#hasRates) return true;
    const limits = ref ? this.#participants.sharedValue(keyOf(ref)) : this.#limitsOf(conn);
    if (!this.packets.isOverLimit(conn) && limits.takeEvent(event, payload) && this.#takeInRoom(ref, event))
      return true;
    if (!limits.takeRefusal()) conn.close();
    return false;
  }

  /**
   * Runs an event whose reply may be large in a turn of its participant's group, and counts the reply. Throws
   * `too_many_requests` while the budgets do not cover earlier replies.
   */
  runReply<T>(ref: ParticipantRef, event: string, task: () => Promise<T>): Promise<T> {
    if (!this.#hasRates) return task();
    return this.#replies.runInTurn(`${groupOf(ref)}/${event}`, this.#budgetsOf(ref), task);
  }

  /** Takes characters out of the reply budgets of a participant and their group. */
  spendReply(ref: ParticipantRef, chars: number): void {
    for (const budget of this.#budgetsOf(ref)) budget.spend(chars);
  }

  #limitsOf(conn: Connection): EventLimits {
    const limits = this.#unauthenticated.get(conn) ?? new EventLimits();
    this.#unauthenticated.set(conn, limits);
    return limits;
  }

  #budgetsOf(ref: ParticipantRef): TokenBucket[] {
    return [this.#participants.sharedValue(keyOf(ref)).replyChars, this.#groups.sharedValue(groupOf(ref)).replyChars];
  }

  #takeInRoom(ref: ParticipantRef | null, event: string): boolean {
    return !ref || this.#groups.sharedValue(groupOf(ref)).takeEvent(event, this.#countSockets(ref));
  }

  // Waiting candidates receive nothing of the room, and nothing that they send is relayed.
  #countSockets({ interviewId }: ParticipantRef): number {
    const count = (group: RoomGroup) => this.#groups.countSockets(`${interviewId}/${group}`);
    return count('interviewers') + count('candidates');
  }
}

const groupOf = ({ interviewId, group }: ParticipantRef) => `${interviewId}/${group}`;
const keyOf = (ref: ParticipantRef) => `${groupOf(ref)}/${ref.participantId}`;
const tooMany = (message: string) => new AppError('too_many_requests', message);
