import { SHARED_TEXT } from '@cip/contracts/documents';
import type { Handshake } from '@cip/contracts/rooms';
import * as Y from 'yjs';
import { PlainClient } from '../../server/src/testing/plain-client.ts';
import { takeClientId } from '../../web/src/features/documents/sync/client-id.ts';
import { DocumentSync } from '../../web/src/features/documents/sync/document-sync.ts';
import { RoomConnection } from '../../web/src/features/rooms/room-connection.ts';
import { dialTo } from './socket-link.ts';

/** Somebody who types marks, each of which is typed once, and knows which were acknowledged. */
export interface Typist {
  readonly typed: Set<string>;
  readonly acknowledged: Set<string>;
  readonly isConnected: boolean;
  /** Nothing is on its way any more. */
  readonly isSettled: boolean;
  readonly text: string;
  /** What it knows of itself, for people who look for a fault. */
  readonly state: string;
  type(mark: string, at: number): void;
  leave(): void;
}

/** A typist with the product's own connection and document code. */
export class OwnTypist implements Typist {
  readonly typed = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** When all it had typed was acknowledged, in milliseconds. */
  readonly savedAt: number[] = [];
  /** When it was told that it is disconnected, in milliseconds. */
  readonly warnedAt: number[] = [];
  /** When it was told that it is connected, in milliseconds. */
  readonly connectedAt: number[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  readonly #connection: RoomConnection;
  readonly #sync: DocumentSync;

  constructor({ url }: { url: string }, { roomCode, userName = '', userType = 'candidate', authToken }: Handshake) {
    const identity = { roomCode, userName, userType, authToken: () => authToken };
    this.#connection = new RoomConnection(identity, { typingMode: 'instant', language: 'sql' }, dialTo(url));
    this.#sync = new DocumentSync(this.#doc, this.#connection, ({ kind }) => {
      if (kind !== 'saved') return;
      this.savedAt.push(Date.now());
      for (const mark of this.typed) this.acknowledged.add(mark);
    });
    let wasConnected = false;
    this.#connection.subscribe(() => {
      if (wasConnected !== this.isConnected) (wasConnected ? this.warnedAt : this.connectedAt).push(Date.now());
      wasConnected = this.isConnected;
    });
    this.#connection.start({
      open: () => this.#open(),
      close: () => this.#sync.close(),
      receive: (update) => this.#sync.receive(update),
      moveCursor: () => {},
      flush: async () => {},
      save: (withinMs) => this.#sync.whenSaved(withinMs),
      resync: () => void this.#sync.reopen(),
    });
  }

  get isConnected(): boolean {
    return this.#connection.getSnapshot().isConnected;
  }

  get isSettled(): boolean {
    return this.isConnected && this.#sync.state.kind === 'saved';
  }

  get text(): string {
    return this.#text.toJSON();
  }

  get state(): string {
    const { activity, error } = this.#connection.getSnapshot();
    return JSON.stringify({ activity, error, sync: this.#sync.state });
  }

  type(mark: string, at: number): void {
    this.typed.add(mark);
    this.#text.insert(at % (this.#text.length + 1), mark);
    // As in the page, typing asks for the connection.
    this.#connection.nudge();
  }

  /** Replaces a part of the text in one edit. */
  replace(at: number, length: number, text: string): void {
    this.#doc.transact(() => {
      this.#text.delete(at, length);
      this.#text.insert(at, text);
    });
  }

  /** Calls back with every text that is on this page from now on. */
  watch(listener: (text: string) => void): void {
    this.#text.observe(() => listener(this.text));
  }

  leave(): void {
    this.#connection.stop();
    this.#sync.destroy();
  }

  // As in the page.
  async #open() {
    const opened = await this.#sync.open();
    if (opened.ok) takeClientId(this.#doc, opened.firstClientId);
    return opened;
  }
}

/** A typist that knows only the documented events and types only while connected and shown the text. */
export class PlainTypist implements Typist {
  readonly typed = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly #client: PlainClient;
  #waiting = 0;

  private constructor(client: PlainClient, code: string) {
    this.#client = client;
    client.code = code;
  }

  static async join({ url }: { url: string }, auth: Handshake, code: string): Promise<PlainTypist> {
    return new PlainTypist(await PlainClient.join(url, auth), code);
  }

  get isConnected(): boolean {
    return this.#client.isSubscribed;
  }

  get isSettled(): boolean {
    return this.isConnected && this.#waiting === 0;
  }

  get text(): string {
    return this.#client.code;
  }

  get state(): string {
    return JSON.stringify({ isConnected: this.#client.socket.connected, waiting: this.#waiting });
  }

  type(mark: string, at: number): void {
    if (!this.isConnected) return;
    const { code } = this.#client;
    const index = at % (code.length + 1);
    this.typed.add(mark);
    this.#waiting++;
    void this.#client
      .type(code.slice(0, index) + mark + code.slice(index))
      .then(({ ok }) => {
        if (ok !== true) return;
        this.acknowledged.add(mark);
      })
      .catch(() => {})
      .finally(() => this.#waiting--);
  }

  leave(): void {
    this.#client.close();
  }
}
