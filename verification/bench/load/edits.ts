import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';

/** One encoded edit; all rooms receive the same edits. */
export interface Edit {
  /** Number from 1. Each edit inserts one character, so the writer's Yjs clock equals this number. */
  seq: number;
  id: string;
  update: Uint8Array;
  base64: string;
}

/** Yjs client id of every writer. */
const WRITER = 1_001;
/** Characters after which the writer's cursor jumps. */
const JUMP_EVERY = 60;

/** Generates edits on demand: one character after the other, with cursor jumps. */
export class Typing {
  readonly #edits: Edit[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  #cursor = 0;

  constructor() {
    this.#doc.clientID = WRITER;
    this.#doc.on('update', (update: Uint8Array) => this.#record(update));
  }

  /** Returns the edit with a number, counted from 1. */
  edit(seq: number): Edit {
    while (this.#edits.length < seq) this.#type();
    const edit = this.#edits[seq - 1];
    if (!edit) throw new RangeError(`There is no edit ${seq}.`);
    return edit;
  }

  #type(): void {
    const typed = this.#edits.length;
    if (typed % JUMP_EVERY === 0) this.#cursor = (typed * 7_919) % (this.#text.length + 1);
    this.#text.insert(this.#cursor++, typed % 30 === 29 ? '\n' : String.fromCharCode(97 + (typed % 26)));
  }

  #record(update: Uint8Array): void {
    const seq = this.#edits.length + 1;
    const id = `edit-${String(seq).padStart(8, '0')}`;
    this.#edits.push({ seq, id, update, base64: Buffer.from(update).toString('base64') });
  }
}

/** Returns how many of the writer's edits a receiver has after an update; 0 for updates of other clients. */
export function typedThrough(update: Uint8Array): number {
  return Y.parseUpdateMeta(update).to.get(WRITER) ?? 0;
}

/** Returns the text of all updates applied together. */
export function textAfter(updates: Uint8Array[]): string {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);

  return doc.getText(SHARED_TEXT).toJSON();
}
