import type { JoinRoom } from './protocol.ts';
import { openSocket, webSocketUrl } from './socket.ts';

/** Joins a room on the bare WebSocket relay: a frame is an update. */
export const joinWsRelay: JoinRoom = async ({ url, room }, { received }) => {
  const socket = await openSocket(webSocketUrl(url, room), received);
  return { send: ({ update }) => socket.send(update), close: () => socket.close() };
};
