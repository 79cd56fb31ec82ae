import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { Namespace, Server, Socket } from 'socket.io';
import type { AppContext } from '../../../context.ts';
import type { AuthorizedHandshake } from '../entering/handshake.ts';
import type { ConnectionLimits } from '../limits/connection-limits.ts';
import type { ParticipantRef, RoomLimits } from '../limits/room-limits.ts';
import type { Leaving } from '../live-rooms.ts';
import type { Presence } from '../presence/presence.ts';
import type { RoomCaller, RoomMember, RoomRef, ServerEvents, SocketIdentity, WaitingState } from '../room-member.ts';

/** The data of a socket, from its handshake on. */
export interface SocketData extends AuthorizedHandshake {
  network: string;
  member: RoomMember | null;
  /** True if the member may send events. */
  isAccepted: boolean;
  /** Set while the socket of a candidate waits. */
  waiting: WaitingState | null;
  /** Set once the socket is connected. */
  caller: RoomCaller | null;
  /** The last cursor of this socket, which the others remove when it leaves. */
  cursor: { clientId: number; update: string } | null;
}

/** The message of a node to the others about a candidate who leaves. */
export interface Withholding extends Leaving {
  /** Identifies the decision, because its messages may come twice, and on two ways. */
  id: string;
  isOver: boolean;
}

type ClientEvents = Record<string, (...args: unknown[]) => void>;

/** Events between nodes. */
interface NodeEvents {
  'room:closed': (interviewId: string) => void;
  'room:typing-mode': (interviewId: string, mode: TypingMode) => void;
  'room:admissions': (interviewId: string) => void;
  'room:withheld': (decision: Withholding) => void;
  /** Tells the others to apply the stored state of an interview, if any, and to confirm it. */
  'node:act': (key: string, interviewId: string | null) => void;
  'node:acted': (key: string, nodeId: string) => void;
  /** Tells the others that announcements of this node may have got lost. */
  'node:gap': () => void;
}

export type RoomServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type RoomNamespace = Namespace<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type RoomSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>;

/** The dependencies that the app passes to the gateway. */
export type GatewayContext = Omit<AppContext, 'rooms'>;

/** The state that the sockets of this node share. */
export interface SocketContext extends GatewayContext {
  namespace: RoomNamespace;
  presence: Presence;
  connectionLimits: ConnectionLimits;
  roomLimits: RoomLimits;
  /** Shows the admissions to an interviewer who joined. */
  showAdmissions(interviewId: string): void;
  /** Returns true if they are a candidate who is being taken out of the room. */
  isWithheld(room: RoomRef, identity: SocketIdentity): boolean;
  /** Returns true if the text of the room may be sent to them now. */
  mayReceive(room: RoomRef, identity: SocketIdentity): boolean;
}

/** Returns whose limits a socket counts for; null before it is authenticated. */
export function participantOf({ data: { room, identity, waiting } }: RoomSocket): ParticipantRef | null {
  return identity && participantIn(room, identity, waiting ? 'waiting' : 'joined');
}

/** Returns whose limits an identity counts for in a room. */
export function participantIn(
  { interviewId }: RoomRef,
  { participant, authSessionId }: SocketIdentity,
  state: 'waiting' | 'joined',
): ParticipantRef {
  const joined = authSessionId === null ? 'candidates' : 'interviewers';
  return { interviewId, participantId: participant.id, group: state === 'waiting' ? 'waiting' : joined };
}
