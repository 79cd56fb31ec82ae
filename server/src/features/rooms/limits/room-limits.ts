import { moveCursor, updateDocument } from '@cip/contracts/rooms/document-events';
import { AppError } from '../../../errors.ts';
import { EventLimits } from './event-limits.ts';
import { PacketLimits } from './packet-limits.ts';
import { ReplyLimits } from './reply-limits.ts';
import { SocketGroups } from './socket-groups.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Sockets of one participant in one room on this node: phone, laptop and two tabs, each with a lost one not yet closed.
 */
const SOCKETS_PER_PARTICIPANT = 10;
/** Sockets of one group in a room on this node: twenty people with four each, with room to spare. */
const SOCKETS_PER_GROUP = 200;

/** Events of one group per second and per burst: twenty people who all type at the limit of one participant. */
const GROUP_EVENTS_PER_SECOND = 1_000;
const GROUP_EVENTS_BURST = 4_000;
/** Edits relayed of one group per second and per burst, counted once per receiving socket: twenty people, 80 sockets. */
const EDITS_RELAYED_PER_SECOND = 20_000;
const EDITS_RELAYED_BURST = 60_000;
/** Cursor moves relayed, counted likewise; further ones are dropped. */
const CURSORS_RELAYED_PER_SECOND = 10_000;
const CURSORS_RELAYED_BURST = 20_000;

/** The part of an Engine.IO connection that is used here. */
type Connection = Parameters<PacketLimits['watch']>[0];

/**
 * Who shares the limits of a room. Interviewers have limits of their own, so that candidates use up none of theirs, and
 * so have the candidates who wait.
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
  readonly events = new TokenBucket(GROUP_EVENTS_PER_SECOND, GROUP_EVENTS_BURST);
  readonly edits = new TokenBucket(EDITS_RELAYED_PER_SECOND, EDITS_RELAYED_BURST);
  readonly cursors = new TokenBucket(CURSORS_RELAYED_PER_SECOND, CURSORS_RELAYED_BURST);
  readonly chars = PacketLimits.charsOfGroup();
  readonly replies = ReplyLimits.ofGroup();

  take(event: string, sockets: number): boolean {
    if (event === moveCursor.name) return this.cursors.take(sockets);
    return this.events.take() && (event !== updateDocument.name || this.edits.take(sockets));
  }
}

/** The limits that the sockets of one participant share. */
class ParticipantLimits extends EventLimits {
  readonly chars = PacketLimits.charsOfParticipant();
  readonly replies = ReplyLimits.ofParticipant();
}

/**
 * Limits the sockets and events of each participant and each room on this node. Load tests switch the rates off; the
 * number of sockets is always limited.
 */
export class RoomLimits {
  readonly packets: PacketLimits | null;
  readonly #participants = new SocketGroups(SOCKETS_PER_PARTICIPANT, () => new ParticipantLimits());
  readonly #groups = new SocketGroups(SOCKETS_PER_GROUP, () => new GroupLimits());
  readonly #joined = new Map<Connection, ParticipantRef>();
  readonly #replies: ReplyLimits;

  constructor(hasRates: boolean) {
    this.packets = hasRates ? new PacketLimits() : null;
    this.#replies = new ReplyLimits(hasRates);
  }

  /** Counts a connection that joins its room. Throws `too_many_requests` when there are too many. */
  join(conn: Connection, ref: ParticipantRef): void {
    if (this.#joined.has(conn)) return;
    if (this.#participants.isFull(keyOf(ref)))
      throw tooMany('You are connected from too many places. Please close other tabs or devices.');
    if (this.#groups.isFull(groupOf(ref))) throw tooMany('There are too many connections in this session.');
    this.#participants.add(keyOf(ref));
    this.#groups.add(groupOf(ref));
    this.#joined.set(conn, ref);
    const [own, shared] = [this.#participants.value(keyOf(ref)), this.#groups.value(groupOf(ref))];
    this.packets?.join(conn, [own.chars, shared.chars]);
  }

  leave(conn: Connection): void {
    const ref = this.#joined.get(conn);
    if (!ref) return;
    this.#joined.delete(conn);
    this.#participants.remove(keyOf(ref));
    this.#groups.remove(groupOf(ref));
  }

  /** Counts an event. Returns false when it must be refused. `own` counts for a socket that is not authenticated. */
  take(conn: Connection, ref: ParticipantRef | null, own: EventLimits, event: string, payload: unknown): boolean {
    if (!this.packets) return true;
    const limits = ref ? this.#participants.value(keyOf(ref)) : own;
    if (!this.packets.isOverLimit(conn) && limits.take(event, payload) && this.#takeInRoom(ref, event)) return true;
    if (!limits.takeRefusal()) conn.close();
    return false;
  }

  /**
   * Runs an event of a participant whose reply may be large when it is the turn of one of their group, and counts its
   * reply. Throws `too_many_requests` while earlier replies are not paid for.
   */
  reply<T>(ref: ParticipantRef, event: string, task: () => Promise<T>): Promise<T> {
    return this.#replies.run(`${groupOf(ref)}/${event}`, this.#budgetsOf(ref), task);
  }

  /** Takes characters out of the replies that a participant and their group may get. */
  spend(ref: ParticipantRef, chars: number): void {
    for (const budget of this.#budgetsOf(ref)) budget.spend(chars);
  }

  #budgetsOf(ref: ParticipantRef): TokenBucket[] {
    return [this.#participants.value(keyOf(ref)).replies, this.#groups.value(groupOf(ref)).replies];
  }

  #takeInRoom(ref: ParticipantRef | null, event: string): boolean {
    return !ref || this.#groups.value(groupOf(ref)).take(event, this.#countSockets(ref));
  }

  // Those who wait receive nothing of the room, and send nothing that is relayed.
  #countSockets({ interviewId }: ParticipantRef): number {
    const count = (group: RoomGroup) => this.#groups.count(`${interviewId}/${group}`);
    return count('interviewers') + count('candidates');
  }
}

const groupOf = ({ interviewId, group }: ParticipantRef) => `${interviewId}/${group}`;
const keyOf = (ref: ParticipantRef) => `${groupOf(ref)}/${ref.participantId}`;
const tooMany = (message: string) => new AppError('too_many_requests', message);
