import type { ErrorBody } from '@cip/contracts/errors';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { io } from 'socket.io-client';
import type { AnyAck, Dial } from '../../web/src/features/rooms/socket-link.ts';

const CONNECT_TIMEOUT_MS = 4_000;
const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: 'No response.' } };

/** Connects like the web app, but to a given URL: the page's URL is fixed at build time. */
export function connectSocketTo(url: string): Dial {
  return ({ roomCode, userName, userType, authToken }, { onUp, onDown, onEvent }) => {
    const socket = io(`${url}${ROOMS_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_TIMEOUT_MS,
      auth: { roomCode, userName, userType, authToken: authToken() },
    });
    let isClosed = false;
    const close = () => {
      isClosed = true;
      socket.removeAllListeners();
      socket.disconnect();
    };
    const down: Parameters<Dial>[1]['onDown'] = (reason) => {
      if (isClosed) return;
      close();
      onDown(reason);
    };
    socket.on('connect', onUp);
    socket.on('connect_error', (error: Error & { data?: Partial<ErrorBody> }) =>
      down({ message: error.message, ...(error.data?.code && { code: error.data.code }) }),
    );
    socket.on('disconnect', () => down(null));
    socket.onAny((event: Parameters<typeof onEvent>[0], ...parts: unknown[]) => {
      const ack = parts.at(-1);
      onEvent(event, parts[0], typeof ack === 'function' ? () => void ack() : () => {});
    });
    return {
      async request(event, payload, timeoutMs) {
        if (isClosed || !socket.connected) return UNAVAILABLE;
        try {
          const reply: AnyAck = await socket.timeout(timeoutMs).emitWithAck(event, payload);
          return reply;
        } catch {
          return UNAVAILABLE;
        }
      },
      hint: (event, payload) => void socket.volatile.emit(event, payload),
      cut: close,
    };
  };
}
