import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { Server, Namespace, Socket } from 'socket.io';
import type { AppContext } from '../../../context.ts';
import type { AuthorizedHandshake } from '../entering/handshake.ts';
import type { RoomLimits, ParticipantRef } from '../limits/room-limits.ts';
import type { SocketIdentity, RoomCaller, RoomMember, ServerEvents, EmitEvent, WaitingState } from '../room-member.ts';
import { roomOf } from './groups.ts';
import type { Withholding } from './withheld.ts';

export interface SocketData extends AuthorizedHandshake {
  member: RoomMember | null;
  /** Whether the member may send events. */
  isAccepted: boolean;
  /** Set while the socket of a candidate waits. */
  waiting: WaitingState | null;
  /** Set once the socket is connected. */
  caller: RoomCaller | null;
  /** The last cursor of this socket, which is removed at the others when it leaves. */
  cursor: { clientId: number; update: string } | null;
}

type ClientEvents = Record<string, (...args: unknown[]) => void>;

/** Events between nodes. */
interface NodeEvents {
  'room:closed': (interviewId: string) => void;
  'room:typing-mode': (interviewId: string, mode: TypingMode) => void;
  'room:admissions': (interviewId: string) => void;
  'room:withheld': (decision: Withholding) => void;
  /** Asks the others to apply what is stored of an interview, if any, and to say so. */
  'node:act': (key: string, interviewId: string | null) => void;
  'node:acted': (key: string, nodeId: string) => void;
}

export type RoomServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type RoomNamespace = Namespace<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type RoomSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>;
export type GatewayContext = Omit<AppContext, 'rooms'>;

export type SocketContext = GatewayContext & {
  roomLimits: RoomLimits;
  inTurn: RoomCaller['inTurn'];
  recordRefusal: RecordRefusal;
  /** Shows the admissions to an interviewer who joined. */
  showAdmissions: (interviewId: string) => void;
  /** Whether the participant is being taken out. */
  isWithheld: (participantId: string) => boolean;
  /** Whether the text may be sent to the participant now. */
  mayReceive: (participantId: string) => boolean;
};

/** Records that an event of a socket was refused. */
export type RecordRefusal = (what: string, code: ErrorCode) => void;

export function refOf({ data: { identity, room, waiting } }: RoomSocket): ParticipantRef | null {
  if (!identity) return null;
  const { interviewId } = room;
  return { interviewId, group: waiting ? 'waiting' : groupOf(identity), participantId: identity.participant.id };
}

export const groupOf = ({ authSessionId }: SocketIdentity) => (authSessionId === null ? 'candidates' : 'interviewers');

export function emitToAll(namespace: RoomNamespace, interviewId: string): EmitEvent {
  return emitTo(namespace, roomOf(interviewId));
}

export function emitTo(namespace: RoomNamespace, group: string): EmitEvent {
  return (event, ...args) => void namespace.to(group).emit(event, ...args);
}
