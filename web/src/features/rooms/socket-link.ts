import type { DocumentServerEvents } from '@cip/contracts/document-events';
import type { ErrorBody, ErrorCode } from '@cip/contracts/errors';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import type { ParticipantType, RoomServerEvents } from '@cip/contracts/rooms';
import { io } from 'socket.io-client';

/** The engine gives one attempt this long; the page makes the next one itself. */
const CONNECT_TIMEOUT_MS = 4_000;

/** Every event the server sends. */
export type ServerEvents = RoomServerEvents & DocumentServerEvents;

/** Who connects to which room; the role is the token's, `userType` only says what it is expected to be. */
export interface Identity {
  roomCode: string;
  userName: string;
  userType: ParticipantType;
  /** Who this person is known to be in the room before it is entered; absent when they are not. */
  participantId?: string | undefined;
  /** Read at each attempt: it may have been renewed. */
  authToken: () => string | undefined;
}

/** The answer of an event as it travels, whatever the event. */
export type AnyAck = { ok: true } | { ok: false; error: ErrorBody };

/** One connection, from its first attempt to its end. A new one is made for each attempt, so nothing stale is left. */
export interface Link {
  /** Sends an event and waits for its answer; `unavailable` when none came in time or the link went down. */
  request(event: string, payload: object, timeoutMs: number): Promise<AnyAck>;
  /** Sends what may be lost. */
  hint(event: string, payload: object): void;
  /** Cuts the connection at once. */
  cut(): void;
}

export interface DownReason {
  message: string;
  code?: ErrorCode;
}

export interface LinkEvents {
  onUp: () => void;
  /** The connection failed or ended; called once, with the server's or the browser's reason if there is one. */
  onDown: (reason: DownReason | null) => void;
  onEvent: (event: keyof ServerEvents, data: unknown, ack: () => void) => void;
}

/** Makes a link; the room's connection is tested with one that needs no network. */
export type Dial = (identity: Identity, events: LinkEvents) => Link;

const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: 'The server did not answer.' } };

/** Connects over Socket.IO, by WebSocket first, then by polling. */
export const dial: Dial = ({ roomCode, userName, userType, authToken }, { onUp, onDown, onEvent }) => {
  const host = (import.meta.env['VITE_SOCKET_URL'] as string | undefined) ?? '';
  const appKey = import.meta.env['VITE_SOCKET_APP_KEY'] as string | undefined;
  const token = authToken();
  const socket = io(`${host}${ROOMS_NAMESPACE}`, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    // The library gives up for good after its attempts; the room's connection never does.
    reconnection: false,
    timeout: CONNECT_TIMEOUT_MS,
    auth: { ...(appKey && { appKey }), roomCode, userName, userType, ...(token && { authToken: token }) },
  });
  let isOver = false;
  const down = (reason: DownReason | null) => {
    if (isOver) return;
    isOver = true;
    socket.removeAllListeners();
    socket.disconnect();
    onDown(reason);
  };
  socket.on('connect', onUp);
  // The server's refusal carries its error as data; the browser's own failure does not.
  socket.on('connect_error', (error: Error & { data?: Partial<ErrorBody> }) =>
    down({ message: error.message, ...(error.data?.code && { code: error.data.code }) }),
  );
  socket.on('disconnect', () => down(null));
  socket.onAny((event: keyof ServerEvents, ...parts: unknown[]) => {
    const ack = parts.at(-1);
    onEvent(event, parts[0], typeof ack === 'function' ? (ack as () => void) : () => undefined);
  });
  return {
    async request(event, payload, timeoutMs) {
      if (isOver || !socket.connected) return UNAVAILABLE;
      try {
        return (await socket.timeout(timeoutMs).emitWithAck(event, payload)) as AnyAck;
      } catch {
        return UNAVAILABLE;
      }
    },
    hint(event, payload) {
      if (!isOver && socket.connected) socket.volatile.emit(event, payload);
    },
    cut() {
      isOver = true;
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
};
