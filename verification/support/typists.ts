import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { oneFile } from '@cip/contracts/rooms/files';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import * as Y from 'yjs';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { assignClientId } from '../../web/src/features/documents/sync/client-id.ts';
import { DocumentSync } from '../../web/src/features/documents/sync/document-sync.ts';
import { RoomConnection } from '../../web/src/features/rooms/connection/room-connection.ts';
import { connectSocketTo } from './socket-link.ts';

/** The name of the second file's text. */
export const SECOND_TEXT = 'code2';

/** A client that types marks, each of them once, and records which were acknowledged. */
export interface Typist {
  readonly typed: Set<string>;
  readonly acknowledged: Set<string>;
  readonly isConnected: boolean;
  /** True if connected and no edit waits for an acknowledgement. */
  readonly isSettled: boolean;
  readonly text: string;
  /** The texts of all files that the client sees, the first one's first. */
  readonly texts: readonly string[];
  /** The client's state as JSON, for failure reports. */
  readonly state: string;
  type(mark: string, at: number): void;
  leave(): void;
}

/** A typist that runs the web app's connection and document code. */
export class ProductTypist implements Typist {
  readonly typed = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** When everything typed so far was acknowledged, as Unix times in milliseconds. */
  readonly savedAt: number[] = [];
  /** When the client showed "Disconnected", as Unix times in milliseconds. */
  readonly warnedAt: number[] = [];
  /** When the client showed "Connected", as Unix times in milliseconds. */
  readonly connectedAt: number[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  /** The second file's. */
  readonly #secondText = this.#doc.getText(SECOND_TEXT);
  #hasSecondFile = false;
  readonly connection: RoomConnection;
  readonly #sync: DocumentSync;

  constructor({ url }: { url: string }, { roomCode, userName = '', userType = 'candidate', authToken }: Handshake) {
    const identity = { roomCode, userName, userType, authToken: () => authToken };
    this.connection = new RoomConnection(
      identity,
      { typingMode: 'instant', language: 'sql', rule: null, completion: 'off', files: oneFile('sql') },
      connectSocketTo(url),
    );
    this.#sync = new DocumentSync(this.#doc, this.connection, ({ kind }) => {
      if (kind !== 'saved') return;
      this.savedAt.push(Date.now());
      for (const mark of this.typed) this.acknowledged.add(mark);
    });
    let wasConnected = false;
    this.connection.store.subscribe(() => {
      if (wasConnected !== this.isConnected) (wasConnected ? this.warnedAt : this.connectedAt).push(Date.now());
      wasConnected = this.isConnected;
    });
    this.connection.start({
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
    return this.connection.store.get().isConnected;
  }

  get isSettled(): boolean {
    return this.isConnected && this.#sync.state.kind === 'saved';
  }

  get text(): string {
    return this.#text.toJSON();
  }

  get texts(): string[] {
    return [this.text, this.#secondText.toJSON()];
  }

  get state(): string {
    const { activity, error } = this.connection.store.get();
    return JSON.stringify({ activity, error, sync: this.#sync.state });
  }

  /** Types half of the marks into the second file from now on; the interview needs to have it. */
  useSecondFile(): void {
    this.#hasSecondFile = true;
  }

  type(mark: string, at: number): void {
    this.typed.add(mark);
    const text = this.#hasSecondFile && at % 2 === 1 ? this.#secondText : this.#text;
    text.insert(at % (text.length + 1), mark);
    // Typing triggers a reconnect, as in the page.
    this.connection.nudge();
  }

  /** Replaces a range of the text in one edit. */
  replace(at: number, length: number, text: string): void {
    this.#doc.transact(() => {
      this.#text.delete(at, length);
      this.#text.insert(at, text);
    });
  }

  /** Calls `listener` with the whole text after every change. */
  watch(listener: (text: string) => void): void {
    this.#text.observe(() => listener(this.text));
  }

  leave(): void {
    this.connection.stop();
    this.#sync.destroy();
  }

  // As in the page.
  async #open() {
    const opened = await this.#sync.open();
    if (opened.ok) assignClientId(this.#doc, opened.firstClientId);
    return opened;
  }
}

/**
 * A typist with the documented full-text events only. It types only while connected and in sync: text that is typed
 * before a connection has shown one may be there twice (docs/RELIABILITY.md); `full-text-client.simulation.test.ts` types it.
 */
export class FullTextTypist implements Typist {
  readonly typed = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly #client: PlainClient;
  #waiting = 0;

  private constructor(client: PlainClient, code: string) {
    this.#client = client;
    client.code = code;
  }

  static async join({ url }: { url: string }, auth: Handshake, code: string): Promise<FullTextTypist> {
    return new FullTextTypist(await PlainClient.join(url, auth), code);
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

  /** The documented events have the first file only. */
  get texts(): string[] {
    return [this.text];
  }

  get state(): string {
    return JSON.stringify({ isConnected: this.#client.socket.connected, waiting: this.#waiting });
  }

  /** Whether the connection has shown a text. */
  get #isInSync(): boolean {
    const last = (event: string) => this.#client.received.findLastIndex((entry) => entry.event === event);
    return this.isConnected && last('codeChange') > last('subscription:succeeded');
  }

  type(mark: string, at: number): void {
    if (!this.#isInSync) return;
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
