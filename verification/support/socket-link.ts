import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { io } from 'socket.io-client';
import { createLink } from '../../web/src/features/rooms/connection/socket-link.ts';
import type { ConnectSocket } from '../../web/src/features/rooms/connection/socket-link.ts';

const CONNECT_TIMEOUT_MS = 4_000;

/** Connects like the web app, but to a given URL, because the page's URL is fixed at build time. */
export function connectSocketTo(url: string): ConnectSocket {
  return ({ roomCode, userName, userType, authToken }, events) => {
    const socket = io(`${url}${ROOMS_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_TIMEOUT_MS,
      auth: { roomCode, userName, userType, authToken: authToken() },
    });
    return createLink(socket, events);
  };
}
