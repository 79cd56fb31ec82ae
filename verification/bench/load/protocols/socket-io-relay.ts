import { io } from 'socket.io-client';
import type { JoinRoom } from './protocol.ts';

/** Joins a room on the bare Socket.IO relay: an event carries an update as base64. */
export const joinSocketIoRelay: JoinRoom = async ({ url, room }, { received }) => {
  const socket = io(url, { auth: { room }, transports: ['websocket'], forceNew: true, reconnection: false });
  socket.on('update', (update: string) => received(Buffer.from(update, 'base64')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { send: ({ base64 }) => void socket.emit('update', base64), close: () => void socket.disconnect() };
};
