import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { TakeSeat } from './protocol.ts';
import { openSocket, webSocketUrl } from './socket.ts';

/** Kind of a message, before what y-protocols has to say. */
const MESSAGE_SYNC = 0;

/** A seat at y-websocket's server, with its own protocol. */
export const takeYWebsocketSeat: TakeSeat = async ({ url, room }, { received }) => {
  const inStep = Promise.withResolvers<void>();
  const socket = await openSocket(webSocketUrl(url, room), (frame) => {
    const decoder = decoding.createDecoder(frame);
    if (decoding.readVarUint(decoder) !== MESSAGE_SYNC) return;
    const kind = decoding.readVarUint(decoder);
    if (kind === sync.messageYjsUpdate) received(decoding.readVarUint8Array(decoder));
    if (kind === sync.messageYjsSyncStep2) inStep.resolve();
  });
  socket.send(frame((encoder) => sync.writeSyncStep1(encoder, new Y.Doc())));
  await inStep.promise;
  return {
    send: ({ update }) => socket.send(frame((encoder) => sync.writeUpdate(encoder, update))),
    close: () => socket.close(),
  };
};

function frame(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, MESSAGE_SYNC);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
