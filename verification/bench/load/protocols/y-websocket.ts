import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { JoinRoom } from './protocol.ts';
import { openSocket, webSocketUrl } from './socket.ts';

/** Message type before the y-protocols payload. */
const MESSAGE_SYNC = 0;

/** Joins a room on y-websocket's server with its own protocol. */
export const joinYWebsocket: JoinRoom = async ({ url, room }, { received }) => {
  const synced = Promise.withResolvers<void>();
  const socket = await openSocket(webSocketUrl(url, room), (frame) => {
    const decoder = decoding.createDecoder(frame);
    if (decoding.readVarUint(decoder) !== MESSAGE_SYNC) return;
    const kind = decoding.readVarUint(decoder);
    if (kind === sync.messageYjsUpdate) received(decoding.readVarUint8Array(decoder));
    if (kind === sync.messageYjsSyncStep2) synced.resolve();
  });
  socket.send(frame((encoder) => sync.writeSyncStep1(encoder, new Y.Doc())));
  await synced.promise;
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
