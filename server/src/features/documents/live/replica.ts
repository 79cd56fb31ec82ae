import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { takenAway, type Deletions } from '../yjs/count-deleted.ts';
import { TypedRuns } from '../yjs/typed-runs.ts';
import type { TypedText } from '../yjs/typed-text.ts';

/** Typed updates that wait before they are applied together. */
const WAITING_MAX = 64;

/** The origin of a transaction that applies what the document was told of before. */
export const TOLD_BEFORE = Symbol('told before');

/**
 * A document in memory. Typed text that was checked already waits and is applied many updates at once, before anybody
 * looks at the document: a transaction of Yjs costs more than all else a node does for a keystroke.
 */
export class Replica {
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  readonly #runs = new TypedRuns();
  /** Where each writer is with what waits. */
  readonly #ahead = new Map<number, number>();
  #waiting = 0;
  #waitingLength = 0;

  /** The document with everything in it. */
  get doc(): Y.Doc {
    this.#settle();
    return this.#doc;
  }

  get text(): Y.Text {
    this.#settle();
    return this.#text;
  }

  /** How many characters the document has. */
  get length(): number {
    return this.#text.length + this.#waitingLength;
  }

  /** The number of a writer's next character. */
  clockOf(client: number): number {
    return this.#ahead.get(client) ?? Y.getState(this.#doc.store, client);
  }

  /** How many characters deletions take away. */
  takenBy(deletions: Deletions): number {
    return takenAway(this.doc, deletions);
  }

  /** The number of each writer's next character. */
  state(): Map<number, number> {
    return Y.decodeStateVector(Y.encodeStateVector(this.doc));
  }

  /** Takes typed text that builds on nothing the document lacks and has nothing it has. */
  type(update: Uint8Array, typed: TypedText): void {
    this.#runs.add(update, typed);
    this.#ahead.set(typed.client, typed.clock + typed.text.length);
    this.#waitingLength += typed.text.length;
    if (++this.#waiting >= WAITING_MAX) this.#settle();
  }

  destroy(): void {
    this.#doc.destroy();
  }

  #settle(): void {
    if (this.#waiting === 0) return;
    const updates = this.#runs.take();
    this.#ahead.clear();
    this.#waiting = 0;
    this.#waitingLength = 0;
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update, TOLD_BEFORE);
    }, TOLD_BEFORE);
  }
}
