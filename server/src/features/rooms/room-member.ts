import type { DocumentServerEvents } from '@cip/contracts/document-events';
import type { Participant, RoomServerEvents, TypingMode } from '@cip/contracts/rooms';

export type ServerEvents = RoomServerEvents & DocumentServerEvents;

/** Sends an event to a group of sockets. */
export type TellRoom = <E extends keyof ServerEvents>(event: E, ...args: Parameters<ServerEvents[E]>) => void;

/** The interview a socket's handshake named. */
export interface RoomRef {
  interviewId: string;
  companyId: string;
  roomCode: string;
}

/** Who a socket has proven to be. */
export interface Proof {
  participant: Participant;
  /** The sign-in whose end closes the socket; null for a candidate. */
  authSessionId: string | null;
  /** When a candidate's token ends, in milliseconds of the epoch; null for an account, whose sign-in is looked up. */
  endsAt: number | null;
}

/** A socket that is in its room, as the event handlers see it; they know nothing of Socket.IO. */
export interface RoomMember extends RoomRef, Proof {
  socketId: string;
  /** The typing mode of the room, as it was told last. */
  typingMode: TypingMode;
  /** Sends an event to this socket alone. */
  send: TellRoom;
  /** Sends a full text to this socket; calls back with true when it is acknowledged, with false when that takes too long. */
  sendText(code: string, answered: (isShown: boolean) => void): void;
  /** Sends an event to everybody else in the room, on every node. */
  tellOthers: TellRoom;
  /** Sends an event to everybody in the room, on every node. */
  tellAll: TellRoom;
  /** Sends the typing mode to everybody in the room, on every node. */
  tellTypingMode(mode: TypingMode): void;
  /** Sends a cursor to the room's own clients on every node; lost when one is slow. */
  tellCursors(clientId: number, update: string): void;
  /** Whether more is on its way to this socket than it takes. */
  isSlow(): boolean;
  /** From now on this socket is one of the project's own clients. */
  becomeOwn(): void;
}
