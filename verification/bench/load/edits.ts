import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';

/** One edit, ready to be sent to any room: all rooms are typed the same. */
export interface Edit {
  /** Counts from 1. An insert of one character: after it the writer's Yjs clock is this number too. */
  seq: number;
  id: string;
  update: Uint8Array;
  base64: string;
}

/** The Yjs client id that every writer uses in its room. */
const WRITER = 1_001;
/** A writer goes on typing somewhere else after so many characters. */
const JUMP_EVERY = 60;

/** Types one character after the other, now and then somewhere else; edits are made as they are asked for. */
export class Typing {
  readonly #edits: Edit[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  #cursor = 0;

  constructor() {
    this.#doc.clientID = WRITER;
    this.#doc.on('update', (update: Uint8Array) => this.#keep(update));
  }

  /** The edit with a number, counted from 1. */
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

  #keep(update: Uint8Array): void {
    const seq = this.#edits.length + 1;
    const id = `edit-${String(seq).padStart(8, '0')}`;
    this.#edits.push({ seq, id, update, base64: Buffer.from(update).toString('base64') });
  }
}

/** How many of a writer's edits a receiver has after an update; updates of others say 0. */
export function typedThrough(update: Uint8Array): number {
  return Y.parseUpdateMeta(update).to.get(WRITER) ?? 0;
}

/** The text that updates make together. */
export function textAfter(updates: Uint8Array[]): string {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  // A Y.Text says its text; the lint rule cannot know.
  return doc.getText(SHARED_TEXT).toJSON();
}
