import type { Duplex } from 'node:stream';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { WebSocket } from 'ws';
import { until } from '../until.ts';

/** An Engine.IO connection without the client library: it sends packets as they are, and several in one chunk. */
export class RawClient {
  readonly socket: WebSocket;
  /** The Engine.IO packets that it received. */
  readonly received: string[] = [];
  readonly #chunks: Buffer[] = [];
  #stream: Duplex | undefined;

  private constructor(url: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    this.socket.on('upgrade', ({ socket }) => (this.#stream = socket));
    // Not before, because `ws` would miss what came with the upgrade.
    this.socket.on('open', () => this.#stream?.on('data', (chunk: Buffer) => this.#chunks.push(chunk)));
    this.socket.on('message', (data: Buffer) => this.received.push(data.toString()));
    this.socket.on('error', () => {});
  }

  /** Opens a connection without a room. */
  static async open(url: string): Promise<RawClient> {
    const client = new RawClient(url);
    await client.has('0');
    return client;
  }

  /** Opens a connection and joins a room. */
  static async join(url: string, handshake: Handshake): Promise<RawClient> {
    const client = await RawClient.open(url);
    client.socket.send(`40/code-sharing,${JSON.stringify(handshake)}`);
    await client.has('40/code-sharing');
    client.socket.send(`42/code-sharing,0["subscribe",${JSON.stringify({ channel: handshake.roomCode })}]`);
    await client.has('43/code-sharing,0[{"ok":true');
    return client;
  }

  /** The bytes that the node sent. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Waits until a packet with this start has come. */
  async has(start: string): Promise<void> {
    await until(`the packet ${start}`, () => this.received.some((packet) => packet.startsWith(start)));
  }

  /** Waits until the connection is closed. */
  async end(): Promise<void> {
    await until('the end', () => this.socket.readyState === WebSocket.CLOSED);
  }

  /** Sends what a function sends in one chunk, as a busy network delivers it. */
  sendTogether(send: () => void): void {
    this.#stream?.cork();
    send();
    this.#stream?.uncork();
  }
}
