import { io } from 'socket.io-client';

/** The longest wait for the server's ack (ms). */
const ANSWER_WITHIN_MS = 10_000;

/** A participant that knows only the events of the specification. */
export interface PlainClient {
  /** The text that this client last received or sent. */
  code(): string;
  /** Sends the whole text after an edit. */
  change(edit: (code: string) => string): void;
  /** Sends a documented custom event with any data. Returns the server's ack. */
  tell(event: string, data: object): Promise<unknown>;
  /** Sends any event. Returns the server's ack. */
  emit(event: string, payload: object): Promise<unknown>;
  /** Returns the names in the server's participant list. */
  participants(): Promise<string[]>;
  /** The message of the `sessionEnded` event. */
  ended: Promise<string>;
  close(): void;
}

interface Joining {
  origin: string;
  roomCode: string;
  userName: string;
  authToken: string;
  /** The initial text, from the public call. */
  code: string;
}

/** Connects to a room and subscribes to it. Rejects if the server does not confirm within 10 s. */
export async function openPlainClient({ origin, roomCode, userName, authToken, code }: Joining): Promise<PlainClient> {
  const auth = { roomCode, userName, userType: 'candidate' };
  const socket = io(`${origin}/code-sharing`, { auth, transports: ['websocket'], forceNew: true });
  const heard = <T>(event: string) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No ${event} within 10 s`)), ANSWER_WITHIN_MS);
      socket.once(event, (data: T) => {
        clearTimeout(timer);
        resolve(data);
      });
    });
  const emit = (event: string, payload: object) => socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, payload);
  const tell = (event: string, data: object) => emit('custom:event', { authToken, event, channel: roomCode, data });
  const send = (event: string, data: object) =>
    socket.emit('custom:event', { authToken, event, channel: roomCode, data });
  let text = code;
  socket.on('codeChange', (change: { code: string }) => {
    text = change.code;
  });
  const ended = new Promise<string>((resolve) => {
    socket.once('sessionEnded', (data: { message: string }) => resolve(data.message));
  });
  await heard('connect');
  const confirmed = heard('subscription:succeeded');
  socket.emit('subscribe', { channel: roomCode, authToken });
  await confirmed;
  return {
    code: () => text,
    tell,
    emit,
    change(edit) {
      text = edit(text);
      send('codeChange', { room: roomCode, code: text, lineNumber: text.split('\n').length });
    },
    async participants() {
      const answer = heard<{ participants: { name: string }[] }>('participantList');
      send('getParticipants', {});
      return (await answer).participants.map(({ name }) => name);
    },
    ended,
    close: () => socket.disconnect(),
  };
}
