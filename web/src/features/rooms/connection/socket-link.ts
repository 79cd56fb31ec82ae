import type { AdmissionServerEvents } from '@cip/contracts/interviews/admissions';
import type { DocumentServerEvents } from '@cip/contracts/rooms/document-events';
import type { FileServerEvents } from '@cip/contracts/rooms/files';
import type { ErrorBody, ErrorCode } from '@cip/contracts/protocol/errors';
import type { AckOf, CustomName, EventName, PayloadOf } from '@cip/contracts/client-events';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import type { ParticipantType, RoomServerEvents } from '@cip/contracts/rooms/rooms';
import type { QuestionServerEvents } from '@cip/contracts/questions/question-events';
import type { RuleServerEvents } from '@cip/contracts/rooms/rules';
import type { RunServerEvents } from '@cip/contracts/runs/runs';
import { io, WebSocket as WebSocketTransport, XHR as PollingTransport } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { replay, takePreconnected } from './preconnect.ts';

/**
 * Timeout of one connection attempt until its transport is open, and of the server's reply after that, in milliseconds;
 * `RoomConnection` makes the next attempt.
 */
const CONNECT_TIMEOUT_MS = 4_000;
/** Socket.IO's message of a timeout; an attempt ends with it only if it never connected. */
const TIMED_OUT = 'timeout';

/** Handlers of the server's events, typed by the contract. */
export type ServerEventHandlers = Partial<
  RoomServerEvents &
    AdmissionServerEvents &
    DocumentServerEvents &
    FileServerEvents &
    QuestionServerEvents &
    RuleServerEvents &
    RunServerEvents
>;

/**
 * The user and the room of a connection. The server takes the role from the token; `userType` is only the expected
 * role.
 */
export interface Identity {
  roomCode: string;
  userName: string;
  userType: ParticipantType;
  /** The participant id of an earlier visit; absent on the first one. */
  participantId?: string | undefined;
  /** Read at each attempt, because the token may have been renewed. */
  authToken: () => string | undefined;
}

/** One connection, from its first attempt to its end. Each attempt creates a new link, so no state is left over. */
export interface SocketLink {
  /** Sends an event and returns its acknowledgement; `unavailable` on a timeout or if the link is down. */
  request<N extends EventName>(event: N, payload: PayloadOf<N>, timeoutMs: number): Promise<AckOf<N>>;
  /** The same for the specification's custom events, which share one name. */
  request<N extends CustomName>(
    event: 'custom:event',
    payload: PayloadOf<N> & { event: N },
    timeoutMs: number,
  ): Promise<AckOf<N>>;
  /** Sends an event that may be lost. */
  emitVolatile<N extends EventName>(event: N, payload: PayloadOf<N>): void;
  /** Adds handlers of the server's events. */
  listen(handlers: ServerEventHandlers): void;
  /** Closes the connection immediately, without `onDisconnect`. */
  close(): void;
}

export interface DisconnectReason {
  message: string;
  code?: ErrorCode;
}

export interface SocketLinkEvents {
  onConnect: () => void;
  /** Called once, when the attempt failed or the connection ended; null if there is no reason. */
  onDisconnect: (reason: DisconnectReason | null) => void;
  handlers: ServerEventHandlers;
}

/** Creates a link; tests of the room's connection pass one without a network. */
export type ConnectSocket = (identity: Identity, events: SocketLinkEvents) => SocketLink;

const UNAVAILABLE = { ok: false, error: { code: 'unavailable', message: 'The server did not answer.' } } as const;

/** Returns a transport over the connection that the page opened before the app ran; null if it opened none. */
function preconnectedTransport() {
  const taken = takePreconnected();
  if (!taken) return null;
  return class extends WebSocketTransport {
    override createSocket(): WebSocket {
      replay(taken);
      return taken.socket;
    }
  };
}

/**
 * Creates the `ConnectSocket` of one room: over Socket.IO, by WebSocket first, then by polling. If a proxy swallows
 * WebSockets, there is no error, only a timeout; then the next link polls first, and is upgraded if that works.
 */
export function createConnectSocket(): ConnectSocket {
  let isPollingFirst = false;
  return ({ roomCode, userName, userType, authToken }, events) => {
    const host = (import.meta.env['VITE_SOCKET_URL'] as string | undefined) ?? '';
    const appKey = import.meta.env['VITE_SOCKET_APP_KEY'] as string | undefined;
    const token = authToken();
    const preconnected = preconnectedTransport();
    const transports = isPollingFirst ? ['polling', 'websocket'] : ['websocket', 'polling'];
    const socket = io(`${host}${ROOMS_NAMESPACE}`, {
      path: '/socket.io',
      transports: preconnected ? [preconnected, PollingTransport] : transports,
      tryAllTransports: true,
      forceNew: true,
      // Socket.IO gives up after its attempts; `RoomConnection` never does.
      reconnection: false,
      timeout: CONNECT_TIMEOUT_MS,
      auth: { ...(appKey && { appKey }), roomCode, userName, userType, ...(token && { authToken: token }) },
    });
    socket.io.engine.once('upgrade', () => (isPollingFirst = false));
    return createLink(socket, {
      ...events,
      onDisconnect: (reason) => {
        // If polling fails, a WebSocket may be needed, because polling has to reach the same node each time.
        if (reason) isPollingFirst = !isPollingFirst && reason.message === TIMED_OUT;
        events.onDisconnect(reason);
      },
    });
  };
}

/** Wraps a connecting socket as a link. */
export function createLink(socket: Socket, { onConnect, onDisconnect, handlers }: SocketLinkEvents): SocketLink {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    isOver = true;
    clearTimeout(timer);
    socket.removeAllListeners();
    socket.disconnect();
  };
  const end = (reason: DisconnectReason | null) => {
    if (isOver) return;
    close();
    onDisconnect(reason);
  };
  // Socket.IO's timeout ends once the transport is open, which a dead connection that was taken over seems to be.
  socket.io.once('open', () => {
    timer = setTimeout(() => end({ message: TIMED_OUT }), CONNECT_TIMEOUT_MS);
  });
  socket.on('connect', () => {
    clearTimeout(timer);
    onConnect();
  });
  // If the server refuses, the error carries its body as data; if the browser fails, it does not.
  socket.on('connect_error', (error: Error & { data?: Partial<ErrorBody> }) =>
    end({ message: error.message, ...(error.data?.code && { code: error.data.code }) }),
  );
  socket.on('disconnect', () => end(null));
  const listen = (added: ServerEventHandlers) => {
    for (const [event, handler] of Object.entries(added)) socket.on(event, handler);
  };
  listen(handlers);
  return {
    listen,
    async request(event: string, payload: object, timeoutMs: number) {
      if (isOver || !socket.connected) return UNAVAILABLE;
      try {
        return await socket.timeout(timeoutMs).emitWithAck(event, payload);
      } catch {
        return UNAVAILABLE;
      }
    },
    emitVolatile(event, payload) {
      if (!isOver && socket.connected) socket.volatile.emit(event, payload);
    },
    close,
  };
}
