import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { WebSocket } from 'ws';
import { until } from '../until.ts';

/** Engine.IO's packet type of a message. */
const MESSAGE = '4';

/** A WebSocket in a room without the client library: it sends packets as they are, and several in one chunk. */
export class RawClient {
  readonly socket: WebSocket;
  /** The Socket.IO packets that it received. */
  readonly packets: string[] = [];
  readonly #stream: Duplex;
  readonly #chunks: Buffer[] = [];

  private constructor(socket: WebSocket, stream: Duplex) {
    this.socket = socket;
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    socket.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet.startsWith(MESSAGE)) this.packets.push(packet.slice(MESSAGE.length));
    });
  }

  /** Connects to a room. */
  static async connect(url: string, handshake: Handshake): Promise<RawClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const upgraded = new Promise<IncomingMessage>((resolve) => socket.once('upgrade', resolve));
    const client = new RawClient(socket, (await upgraded).socket);
    client.send(`0/code-sharing,${JSON.stringify(handshake)}`);
    await client.packet('"sid"');
    return client;
  }

  /** The bytes that the node sent. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Returns the first packet with a text, and waits for it. */
  packet(text: string): Promise<string> {
    return until(`the packet ${text}`, () => this.packets.find((packet) => packet.includes(text)));
  }

  /** Sends a Socket.IO packet. */
  send(packet: string): void {
    this.socket.send(`${MESSAGE}${packet}`);
  }

  /** Sends what a function sends in one chunk, as a busy network delivers it. */
  sendTogether(send: () => void): void {
    this.#stream.cork();
    send();
    this.#stream.uncork();
  }
}
