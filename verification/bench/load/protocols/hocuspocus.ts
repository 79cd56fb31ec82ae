import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import type { JoinRoom } from './protocol.ts';
import { openSocket, webSocketUrl } from './socket.ts';

/** Message types after the document's name. */
const MESSAGE = { sync: 0, auth: 2, syncReply: 4 } as const;
const AUTH_TOKEN = 0;

/** Joins a room on Hocuspocus with its own protocol: name, type and y-protocols payload. */
export const joinHocuspocus: JoinRoom = async ({ url, room }, { received }) => {
  const synced = Promise.withResolvers<void>();
  const socket = await openSocket(webSocketUrl(url), (frame) => {
    const decoder = decoding.createDecoder(frame);
    decoding.readVarString(decoder);
    const message = decoding.readVarUint(decoder);
    if (message !== MESSAGE.sync && message !== MESSAGE.syncReply) return;
    const kind = decoding.readVarUint(decoder);
    if (kind === sync.messageYjsUpdate) received(decoding.readVarUint8Array(decoder));
    if (kind === sync.messageYjsSyncStep2) synced.resolve();
  });
  const frame = (kind: number, write: (encoder: encoding.Encoder) => void) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, room);
    encoding.writeVarUint(encoder, kind);
    write(encoder);
    return encoding.toUint8Array(encoder);
  };
  socket.send(
    frame(MESSAGE.auth, (encoder) => {
      encoding.writeVarUint(encoder, AUTH_TOKEN);
      encoding.writeVarString(encoder, 'none');
    }),
  );
  socket.send(frame(MESSAGE.sync, (encoder) => sync.writeSyncStep1(encoder, new Y.Doc())));
  await synced.promise;
  return {
    send: ({ update }) => socket.send(frame(MESSAGE.sync, (encoder) => sync.writeUpdate(encoder, update))),
    close: () => socket.close(),
  };
};
