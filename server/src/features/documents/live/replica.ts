import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import type { Delta } from '../fulltext/text-delta.ts';
import { lengthOf } from '../yjs/code-length.ts';
import { newDocument } from '../yjs/new-document.ts';
import { countDeleted, type Deletions } from '../yjs/count-deleted.ts';
import { TypedRuns } from '../yjs/typed-runs.ts';
import type { TypedText } from '../yjs/typed-text.ts';

/** Typed updates that wait before they are applied together. */
const WAITING_UPDATES_MAX = 64;

/** Origin of a transaction whose updates were relayed to the readers before. */
export const ALREADY_RELAYED = Symbol('already relayed');

/**
 * A document in memory. After typed text passed the guard, it waits and is applied together, many updates in a
 * transaction, before any read of the document, because a Yjs transaction costs more than everything else a node does
 * for a keystroke.
 */
export class Replica {
  readonly #doc = newDocument();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  readonly #runs = new TypedRuns();
  /** The texts of files that may be empty. */
  readonly #files = new Set<unknown>([SHARED_TEXT]);
  /** The next clock of each writer whose typed text waits. */
  readonly #waitingClocks = new Map<number, number>();
  #waiting = 0;
  #waitingLength = 0;

  /** The document, waiting text applied. */
  get doc(): Y.Doc {
    this.#applyWaiting();
    return this.#doc;
  }

  /** The shared text. */
  get text(): Y.Text {
    this.#applyWaiting();
    return this.#text;
  }

  /** True if updates wait for others that they depend on, and that the next update may bring. */
  get lacksUpdates(): boolean {
    const { pendingStructs, pendingDs } = this.#doc.store;
    return pendingStructs !== null || pendingDs !== null;
  }

  /** Length of all texts in UTF-16 units, waiting text included. */
  get length(): number {
    return lengthOf(this.#doc) + this.#waitingLength;
  }

  /** Returns the next clock of a writer. */
  clockOf(client: number): number {
    return this.#waitingClocks.get(client) ?? Y.getState(this.#doc.store, client);
  }

  /** Returns how many characters of the texts deletions remove. */
  countDeleted(deletions: Deletions): number {
    return countDeleted(this.doc, deletions);
  }

  /** True if a file of the interview has the text of this name: nodes write no others. */
  hasText(name: unknown): boolean {
    return this.#files.has(name) || (typeof name === 'string' && this.#doc.share.has(name));
  }

  /** Lets edits write the texts of these files. */
  addFiles(names: readonly string[]): void {
    for (const name of names) this.#files.add(name);
  }

  /** Returns the next clock of each writer. */
  state(): Map<number, number> {
    return Y.decodeStateVector(Y.encodeStateVector(this.doc));
  }

  /** Adds typed text that the document lacks and all of whose dependencies it has. */
  type(update: Uint8Array, typed: TypedText): void {
    this.#runs.add(update, typed);
    this.#waitingClocks.set(typed.client, typed.clock + typed.text.length);
    this.#waitingLength += typed.text.length;
    if (++this.#waiting >= WAITING_UPDATES_MAX) this.#applyWaiting();
  }

  /** Applies an edit of the shared text. Returns the update that it makes, which Yjs passes to listeners only. */
  applyDelta({ ops }: Delta, origin: unknown): Uint8Array {
    let made: Uint8Array | undefined;
    const capture = (update: Uint8Array) => (made = update);
    const { doc } = this;
    doc.on('update', capture);
    doc.transact(() => this.#text.applyDelta(ops), origin);
    doc.off('update', capture);
    if (!made) throw new Error('The edit made no update.');
    return made;
  }

  destroy(): void {
    this.#doc.destroy();
  }

  #applyWaiting(): void {
    if (this.#waiting === 0) return;
    const updates = this.#runs.take();
    const writers = [...this.#waitingClocks.keys()];
    this.#waitingClocks.clear();
    this.#waiting = 0;
    this.#waitingLength = 0;
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update, ALREADY_RELAYED);
    }, ALREADY_RELAYED);
    for (const writer of writers) flatten(this.#doc.store.clients.get(writer)?.at(-1));
  }
}

/**
 * Makes one string of a text that Yjs extended, because the pieces take twice the memory; reading its bytes does it.
 */
function flatten(struct: Y.Item | Y.GC | undefined): void {
  if (struct instanceof Y.Item && struct.content instanceof Y.ContentString) Buffer.byteLength(struct.content.str);
}
