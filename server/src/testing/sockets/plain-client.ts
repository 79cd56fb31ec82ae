import { ROOMS_NAMESPACE, type Handshake } from '@cip/contracts/rooms/rooms';
import { io, type Socket } from 'socket.io-client';
import { until } from '../until.ts';

type Json = Record<string, unknown>;

/** Delay before a refused connection is retried (ms). */
const AGAIN_MS = 500;

/** A Socket.IO client of the documented events, with a log of everything it received. */
export class PlainClient {
  readonly socket: Socket;
  readonly received: { event: string; data: Json }[] = [];
  /** The text on the screen. */
  code = '';
  /** Whether the server has accepted the subscription on the current connection. */
  isSubscribed = false;
  #again: NodeJS.Timeout | undefined;
  readonly #channel: string;
  readonly #token: string | undefined;

  constructor(url: string, auth: Handshake, options: { acknowledges?: boolean; connect?: boolean } = {}) {
    this.#channel = auth.roomCode;
    this.#token = auth.authToken;
    this.socket = io(`${url}${ROOMS_NAMESPACE}`, {
      auth,
      transports: ['websocket'],
      forceNew: true,
      autoConnect: options.connect ?? true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    });
    this.socket.onAny((event: string, ...args: unknown[]) => {
      const [data, ack] = args;
      this.received.push({ event, data: isJson(data) ? data : {} });
      if (event === 'subscription:succeeded') this.isSubscribed = true;
      if (event === 'codeChange' && isJson(data)) this.code = String(data['code']);
      if (typeof ack === 'function' && (options.acknowledges ?? true)) ack();
    });
  }

  /** Connects and subscribes, again after each loss of the connection. Resolves when the subscription succeeded. */
  static async join(
    url: string,
    auth: Handshake,
    options: { acknowledges?: boolean; token?: string } = {},
  ): Promise<PlainClient> {
    const client = new PlainClient(url, auth, options);
    const succeeded = client.next('subscription:succeeded');
    client.socket.on('disconnect', () => (client.isSubscribed = false));
    // If a node cannot read the room, it refuses the connection, and Socket.IO does not retry refused connections.
    client.socket.on('connect_error', () => {
      if (!client.socket.active) client.#again = setTimeout(() => client.socket.connect(), AGAIN_MS);
    });
    client.socket.on('connect', () => client.socket.emit('subscribe', client.#subscription(options.token)));
    await succeeded;
    return client;
  }

  /** Returns the next event of a name that fits, from now on. Rejects if none comes in time. */
  next(event: string, fits: (data: Json) => boolean = () => true, patienceMs?: number): Promise<Json> {
    const from = this.received.length;
    const look = () => this.received.slice(from).find((entry) => entry.event === event && fits(entry.data))?.data;
    return until(`the event ${event}`, look, patienceMs);
  }

  count(event: string): number {
    return this.received.filter((entry) => entry.event === event).length;
  }

  /** Sends one of the spec's custom events. Returns the acknowledgement. */
  custom(event: string, data?: unknown): Promise<Json> {
    return this.emit('custom:event', { event, channel: this.#channel, data, authToken: this.#token });
  }

  /** Types: shows the text and sends it whole. */
  type(code: string): Promise<Json> {
    this.code = code;
    return this.custom('codeChange', { room: this.#channel, code, lineNumber: 1 });
  }

  /** Sends any event. Returns the acknowledgement. Rejects if none comes in time, or if the connection is lost. */
  emit(event: string, ...args: unknown[]): Promise<Json> {
    const acknowledged = this.#emit(event, args);
    // If its test fails first, or awaits it later, the rejection must not fail the whole run.
    acknowledged.catch(() => {});
    return acknowledged;
  }

  async #emit(event: string, args: unknown[]): Promise<Json> {
    const reply: unknown = await this.socket.timeout(5_000).emitWithAck(event, ...args);
    if (!isJson(reply)) throw new Error(`${event} was acknowledged with ${String(reply)}`);
    return reply;
  }

  /** Sends a raw packet, and waits for the reply to a heartbeat after it. */
  async raw(packet: string): Promise<Json> {
    const engine: unknown = this.socket.io.engine;
    if (!(engine instanceof Object)) throw new Error('The client is not connected.');
    Reflect.apply(Reflect.get(engine, 'write'), engine, [packet]);
    return this.emit('heartbeat', {});
  }

  close(): void {
    clearTimeout(this.#again);
    this.socket.disconnect();
  }

  #subscription(token: string | undefined) {
    return { channel: this.#channel, ...(token !== undefined && { authToken: token }) };
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
