import type { ErrorBody } from '@cip/contracts/errors';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { io } from 'socket.io-client';
import type { AnyAck, Dial } from '../../web/src/features/rooms/wire.ts';

const CONNECT_TIMEOUT_MS = 4_000;
const UNAVAILABLE: AnyAck = { ok: false, error: { code: 'unavailable', message: 'No answer.' } };

/** The product's own link, but to a given address: the page's takes its address from its build. */
export function dialTo(url: string): Dial {
  return ({ roomCode, userName, userType, authToken }, { onUp, onDown, onEvent }) => {
    const socket = io(`${url}${ROOMS_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_TIMEOUT_MS,
      auth: { roomCode, userName, userType, authToken: authToken() },
    });
    let isOver = false;
    const end = () => {
      isOver = true;
      socket.removeAllListeners();
      socket.disconnect();
    };
    const down: Parameters<Dial>[1]['onDown'] = (reason) => {
      if (isOver) return;
      end();
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
        if (isOver || !socket.connected) return UNAVAILABLE;
        try {
          const reply: AnyAck = await socket.timeout(timeoutMs).emitWithAck(event, payload);
          return reply;
        } catch {
          return UNAVAILABLE;
        }
      },
      hint: (event, payload) => void socket.volatile.emit(event, payload),
      cut: end,
    };
  };
}
