import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { PlaybackEdit } from '@cip/contracts/playback/playback';
import * as Y from 'yjs';

export const MINUTE_MS = 60_000;
const KEY_MS = 420;
/** The text of a new document has this client id on the server too. */
const SEED_CLIENT_ID = 1;

/**
 * Types a document as participants do, and notes each edit with its time. `clientIds` are the Yjs client ids under
 * which the participants write, in their order.
 */
export class Typist {
  readonly edits: PlaybackEdit[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  readonly #clientIds: readonly number[];
  at = 0;
  by: number | null = null;

  constructor(clientIds: readonly number[] = [2, 3, 4]) {
    this.#clientIds = clientIds;
    this.#doc.on('update', (bytes: Uint8Array) =>
      this.edits.push({ id: this.edits.length + 1, at: this.at, by: this.by, bytes }),
    );
  }

  get text(): string {
    return this.#text.toJSON();
  }

  /** Length of the text, without its cost. */
  get length(): number {
    return this.#text.length;
  }

  insert(at: number, text: string): void {
    this.#text.insert(at, text);
  }

  /** Deletes the character at a place. */
  remove(at: number): void {
    this.#text.delete(at, 1);
  }

  /** Inserts a text in one edit, in place of `replaced` characters. */
  put(minute: number, by: number | null, at: number, text: string, replaced = 0): void {
    this.#turnTo(minute, by);
    this.#doc.transact(() => {
      this.#text.delete(at, replaced);
      this.#text.insert(at, text);
    });
  }

  /** Types a text key by key, with a pause after each line. */
  type(minute: number, by: number, at: number, text: string): void {
    this.#turnTo(minute, by);
    [...text].forEach((key, index) => {
      this.#text.insert(at + index, key);
      this.at += key === '\n' ? 4 * KEY_MS : KEY_MS + ((index * 37) % 90);
    });
  }

  /** Types a text behind another one. */
  typeAfter(minute: number, by: number, text: string, added: string): void {
    this.type(minute, by, this.text.indexOf(text) + text.length, added);
  }

  /** Replaces a text by another one, which is typed. */
  replace(minute: number, by: number, text: string, other: string): void {
    const at = this.text.indexOf(text);
    this.#turnTo(minute, by);
    for (let left = text.length; left > 0; left--) {
      this.#text.delete(at + left - 1, 1);
      this.at += KEY_MS;
    }
    this.type(minute, by, at, other);
  }

  #turnTo(minute: number, by: number | null): void {
    [this.at, this.by] = [Math.max(this.at, minute * MINUTE_MS), by];
    this.#doc.clientID = by === null ? SEED_CLIENT_ID : (this.#clientIds[by] ?? SEED_CLIENT_ID);
  }
}
