import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { io } from 'socket.io-client';
import * as Y from 'yjs';

/** The longest wait for the server's ack (ms). */
const ANSWER_WITHIN_MS = 10_000;

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const decode = (text: string) => Buffer.from(text, 'base64');

/** A participant with the product's protocol that can forge its messages. */
export interface HostileEditor {
  text(): string;
  /** The client ids of the other participants' cursors. */
  shownIds(): number[];
  /** Types a letter under another participant's client id, after opening the document with that state. */
  forge(clientId: number, letter: string): Promise<{ ok: boolean }>;
  close(): void;
}

/** Connects to a room and opens its document. */
export async function openHostileEditor(place: {
  origin: string;
  roomCode: string;
  authToken: string;
}): Promise<HostileEditor> {
  const { origin, ...auth } = place;
  const socket = io(`${origin}/code-sharing`, { auth, transports: ['websocket'], forceNew: true });
  const emit = (event: string, payload: object) =>
    socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, payload) as Promise<{ ok: boolean; update: string }>;
  const doc = new Y.Doc();
  const ids = new Set<number>();
  socket.on('document:update', (update: string) => Y.applyUpdate(doc, decode(update)));
  socket.on('document:awareness', (update: string) => ids.add(clientOf(decode(update))));
  const open = async (state: Y.Doc) => {
    const { update } = await emit('document:open', { stateVector: encode(Y.encodeStateVector(state)) });
    Y.applyUpdate(doc, decode(update));
  };
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await emit('subscribe', { channel: place.roomCode });
  await open(doc);
  return {
    text: () => doc.getText(SHARED_TEXT).toJSON(),
    shownIds: () => [...ids],
    async forge(clientId, letter) {
      const forged = new Y.Doc();
      Y.applyUpdate(forged, Y.encodeStateAsUpdate(doc));
      forged.clientID = clientId;
      const before = Y.encodeStateVector(forged);
      forged.getText(SHARED_TEXT).insert(0, letter);
      await open(forged);
      const update = Y.encodeStateAsUpdate(forged, before);
      const answer = await emit('document:update', { id: `forged-${Date.now()}`, update: encode(update) });
      if (answer.ok) Y.applyUpdate(doc, update);
      return answer;
    },
    close: () => socket.disconnect(),
  };
}

/** Returns the first client id of an awareness update: seven bits per byte, lowest first, after the count. */
function clientOf([, ...bytes]: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte < 0x80);
  return bytes.slice(0, end + 1).reduce((sum, byte, at) => sum + (byte % 0x80) * 0x80 ** at, 0);
}
