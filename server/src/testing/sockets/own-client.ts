import { randomInt, randomUUID } from 'node:crypto';
import { CLIENT_IDS_EACH, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import * as Y from 'yjs';
import { PlainClient } from './plain-client.ts';

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const decode = (text: unknown) => Buffer.from(String(text), 'base64');

/**
 * A client that edits through Yjs updates like the client of the product: it repeats updates until they are
 * acknowledged.
 */
export class OwnClient {
  readonly doc = new Y.Doc();
  readonly wire: PlainClient;
  readonly unacknowledged = new Map<string, Uint8Array>();

  private constructor(wire: PlainClient) {
    this.wire = wire;
    wire.socket.on('document:update', (update: string) => Y.applyUpdate(this.doc, decode(update), 'wire'));
    wire.socket.on('document:flush', (ack: () => void) => ack());
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'wire') void this.#send(randomUUID(), update);
    });
  }

  static async join(url: string, auth: Handshake): Promise<OwnClient> {
    const client = new OwnClient(await PlainClient.join(url, auth));
    await client.open();
    return client;
  }

  get text(): string {
    return this.doc.getText(SHARED_TEXT).toJSON();
  }

  /** Exchanges the edits that each side lacks. */
  async open(): Promise<void> {
    const reply = await this.wire.emit('document:open', { stateVector: encode(Y.encodeStateVector(this.doc)) });
    if (reply['ok'] !== true) throw new Error(`opening failed: ${JSON.stringify(reply)}`);
    Y.applyUpdate(this.doc, decode(reply['update']), 'wire');
    this.#takeId(Number(reply['firstClientId']));
    for (const [id, update] of this.unacknowledged) void this.#send(id, update);
  }

  /** Inserts text; its update is sent when this returns. */
  insert(index: number, text: string): void {
    this.doc.getText(SHARED_TEXT).insert(index, text);
  }

  /** Deletes text; its update is sent when this returns. */
  erase(index: number, length: number): void {
    this.doc.getText(SHARED_TEXT).delete(index, length);
  }

  /** Sends an update as it is. Returns the acknowledgement. */
  update(update: Uint8Array, id: string = randomUUID()): Promise<Record<string, unknown>> {
    return this.wire.emit('document:update', { id, update: encode(update) });
  }

  close(): void {
    this.wire.close();
  }

  // A page keeps its client id while it belongs to its participant.
  #takeId(first: number): void {
    const { clientID } = this.doc;
    if (clientID < first || clientID >= first + CLIENT_IDS_EACH) this.doc.clientID = first + randomInt(CLIENT_IDS_EACH);
  }

  async #send(id: string, update: Uint8Array): Promise<void> {
    this.unacknowledged.set(id, update);
    const reply = await this.update(update, id).catch(() => ({ ok: false }));
    if (reply['ok'] === true) this.unacknowledged.delete(id);
  }
}
