import type { TakeSeat } from './protocol.ts';
import { openSocket, webSocketUrl } from './socket.ts';

/** A seat at the bare WebSocket relay: a frame is an update. */
export const takeWsRelaySeat: TakeSeat = async ({ url, room }, { received }) => {
  const socket = await openSocket(webSocketUrl(url, room), received);
  return { send: ({ update }) => socket.send(update), close: () => socket.close() };
};
