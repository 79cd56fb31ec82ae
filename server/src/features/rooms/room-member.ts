import type { AdmissionServerEvents } from '@cip/contracts/interviews/admissions';
import type { DocumentServerEvents } from '@cip/contracts/rooms/document-events';
import type { FileServerEvents } from '@cip/contracts/rooms/files';
import type { QuestionServerEvents } from '@cip/contracts/questions/question-events';
import type { RuleServerEvents } from '@cip/contracts/rooms/rules';
import type { RunServerEvents } from '@cip/contracts/runs/runs';
import type { Participant, RoomServerEvents, TypingMode } from '@cip/contracts/rooms/rooms';

export type ServerEvents = RoomServerEvents &
  AdmissionServerEvents &
  DocumentServerEvents &
  FileServerEvents &
  QuestionServerEvents &
  RuleServerEvents &
  RunServerEvents;

/** Emits an event to one or more sockets. */
export type EmitEvent = <E extends keyof ServerEvents>(event: E, ...args: Parameters<ServerEvents[E]>) => void;

/** The interview that a socket's handshake names. */
export interface RoomRef {
  interviewId: string;
  companyId: string;
  roomCode: string;
}

/** The authenticated identity of a socket. */
export interface SocketIdentity {
  participant: Participant;
  /** The sign-in whose end closes the socket; null for a candidate. */
  authSessionId: string | null;
  /** When a candidate's token expires (ms since 1970); null for an account, whose sign-in is checked instead. */
  endsAt: number | null;
}

/** A socket that joined its room; the interface that event handlers use instead of Socket.IO's. */
export interface RoomMember extends RoomRef, SocketIdentity {
  socketId: string;
  /** The typing mode of the room, as last read or announced. */
  typingMode: TypingMode;
  /** Emits an event to this socket alone. */
  send: EmitEvent;
  /** Sends a full text to this socket. Calls back with true on its acknowledgement, with false on a timeout. */
  sendText(code: string, onResult: (isShown: boolean) => void): void;
  /** Emits an event to all other sockets in the room, on every node. */
  emitToOthers: EmitEvent;
  /** Emits an event to all sockets in the room, on every node. */
  emitToAll: EmitEvent;
  /** Emits the typing mode to all sockets in the room, on every node. */
  broadcastTypingMode(mode: TypingMode): void;
  /** Emits a cursor to the room's own clients on every node; a slow client may miss it. */
  broadcastCursor(clientId: number, update: string): void;
  /** Returns true if too much unsent data waits for this socket. */
  isSlow(): boolean;
  /** Charges work beyond the reply to this participant's read budget, as characters of a reply. */
  spend(chars: number): void;
  /**
   * Marks this socket as one of the product's own clients, which sync the CRDT document, if it did not leave; or as
   * none.
   */
  markAsOwnClient(isOwn: boolean): void;
  /** Makes this socket open the document again as soon as a participant leaves, or no longer. */
  awaitEdits(isAwaiting: boolean): void;
}

/** The state that a waiting candidate is shown. */
export type WaitingState = Parameters<AdmissionServerEvents['room:waiting']>[0];

/** A connected socket, in its room or not yet; the interface that event handlers use. */
export interface RoomCaller {
  room: RoomRef;
  readonly identity: SocketIdentity | null;
  /** The member that it is in its room, once it was accepted. */
  readonly member: RoomMember | null;
  /** The same from joining on, before it is accepted. */
  readonly joined: RoomMember | null;
  /** Null if the socket does not wait. */
  readonly waiting: WaitingState | null;
  /** Runs a task that lets this socket join, in a turn of its network. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Joins the room; events of this socket are refused until it is accepted. */
  join(identity: SocketIdentity, typingMode: TypingMode): Promise<RoomMember>;
  /** Accepts a member that joined and was not revoked. Throws `unavailable` if it left meanwhile. */
  accept(member: RoomMember): void;
  leave(graceful: boolean): void;
  /** Registers the socket of a candidate who waits: it stays connected and gets nothing of the room. */
  wait(identity: SocketIdentity, state: WaitingState): Promise<void>;
  /** Tells a waiting candidate's socket its state. */
  tellWaiting(state: WaitingState): void;
}
