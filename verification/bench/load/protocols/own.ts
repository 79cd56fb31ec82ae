import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { io } from 'socket.io-client';
import * as Y from 'yjs';
import type { JoinRoom } from './protocol.ts';

const NOTHING_YET = Buffer.from(Y.encodeStateVector(new Y.Doc())).toString('base64');

interface Ack {
  ok: boolean;
  error?: unknown;
}

/** Joins a room on this project's server like its page: subscribe, open the document, send updates. */
export const joinOwnServer: JoinRoom = async ({ url, room, role, token }, { received, acknowledged }) => {
  const userType = role === 'writer' ? 'interviewer' : 'candidate';
  const socket = io(`${url}${ROOMS_NAMESPACE}`, {
    auth: { roomCode: room, userName: role, userType, authToken: token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  socket.on('document:update', (update: string) => received(Buffer.from(update, 'base64')));
  socket.on('codeChange', (_data: unknown, acknowledge: () => void) => acknowledge());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const request = async (event: string, payload: object) => {
    const ack: Ack = await socket.emitWithAck(event, payload);
    if (!ack.ok) throw new Error(`${event} was refused: ${JSON.stringify(ack.error)}`);
  };
  await request('subscribe', { channel: room });
  await request('document:open', { stateVector: NOTHING_YET });
  return {
    send: ({ seq, id, base64 }) =>
      void socket.emit('document:update', { id, update: base64 }, ({ ok }: Ack) => acknowledged(seq, ok)),
    close: () => void socket.disconnect(),
  };
};
