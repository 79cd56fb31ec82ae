import { ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { io } from 'socket.io-client';
import * as Y from 'yjs';
import type { TakeSeat } from './protocol.ts';

const NOTHING_YET = Buffer.from(Y.encodeStateVector(new Y.Doc())).toString('base64');

interface Answer {
  ok: boolean;
  error?: unknown;
}

/** A seat at this project's server, as its own page takes it: subscribe, open the document, send updates. */
export const takeOwnSeat: TakeSeat = async ({ url, room, role, token }, { received, answered }) => {
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
  const ask = async (event: string, payload: object) => {
    const answer: Answer = await socket.emitWithAck(event, payload);
    if (!answer.ok) throw new Error(`${event} was refused: ${JSON.stringify(answer.error)}`);
  };
  await ask('subscribe', { channel: room });
  await ask('document:open', { stateVector: NOTHING_YET });
  return {
    send: ({ seq, id, base64 }) =>
      void socket.emit('document:update', { id, update: base64 }, ({ ok }: Answer) => answered(seq, ok)),
    close: () => void socket.disconnect(),
  };
};
