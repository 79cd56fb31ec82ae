import { UPDATE_MAX_BYTES } from '@cip/contracts/document-events';
import * as Y from 'yjs';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { asOne } from './missing-updates.ts';
import { nullStore, type PendingEdit, type PendingStore } from '../device/pending-store.ts';
import { splitUpdate } from './split-update.ts';

/** So many edits that wait for a link are put together: an hour of typing is a few edits then, not thousands. */
const MERGE_WAITING = 200;
/** Edits are put together up to this size, in bytes. */
const JOINED_MAX_BYTES = 64 * 1024;
/** So many edits that were not sent, behind a server that does not answer, are put together. */
const JOIN_UNSENT = 32;

/** An edit that was not acknowledged yet. */
export interface Unacked extends PendingEdit {
  sent: boolean;
  /** Sent because the server asked for it, the text of others with it: at the next opening it may be theirs to send. */
  isAsked: boolean;
}

/** The edits of this person that the server has not acknowledged, in the order they are sent in, kept on the device. */
export class UnackedEdits {
  store: PendingStore = nullStore;
  readonly #shared: Y.Doc;
  // A map keeps the order of insertion.
  readonly #edits = new Map<string, Unacked>();

  constructor(shared: Y.Doc) {
    this.#shared = shared;
  }

  get size(): number {
    return this.#edits.size;
  }

  [Symbol.iterator](): Iterator<Unacked> {
    return this.#edits.values();
  }

  /** All of them as one update, or null. */
  asUpdate(): Uint8Array | null {
    return this.size === 0 ? null : Y.mergeUpdates(updatesOf([...this]));
  }

  /** Keeps a new edit, in one message so that it is taken whole or refused whole; in several when no message holds it. */
  add(update: Uint8Array, isAsked = false): void {
    for (const piece of splitUpdate(update, UPDATE_MAX_BYTES))
      this.keep({ id: newOperationId(), update: piece }, isAsked);
  }

  /** Keeps an edit under the operation id that it has. */
  keep(edit: PendingEdit, isAsked = false): void {
    this.#edits.set(edit.id, { ...edit, sent: false, isAsked });
    this.store.put(edit);
  }

  remove(id: string): void {
    this.#edits.delete(id);
    this.store.remove(id);
  }

  /** Forgets all of them, here and on the device; returns the updates of this person. */
  giveUp(): Uint8Array[] {
    const { mine, asked } = this.#take();
    for (const { id } of [...mine, ...asked]) this.store.remove(id);
    return updatesOf(mine);
  }

  /** All of them count as not sent. */
  forgetSent(): void {
    for (const edit of this) edit.sent = false;
  }

  /**
   * All are to be sent again on a new link. What was asked for is asked for anew: `missing` is given the updates of
   * this person, and whether anything had been asked for, and answers with what the server lacks beyond them, or null.
   */
  sendAgain(missing: (mine: Uint8Array[], isAskedAgain: boolean) => Uint8Array | null): void {
    const { mine, asked } = this.#take();
    const lacking = missing(updatesOf(mine), asked.length > 0);
    for (const { id } of asked) this.store.remove(id);
    // First, because the others may build on it.
    if (lacking) this.add(lacking, true);
    for (const edit of mine) this.#edits.set(edit.id, { ...edit, sent: false });
  }

  /** Puts together what waits for a link, or behind a server that is slow to answer, when it is much. */
  joinMany(isOpen: boolean): void {
    if (isOpen) this.#joinUnsent();
    else if (this.size >= MERGE_WAITING) this.collapse();
  }

  /**
   * Puts all together, without what was typed and taken back. What an acknowledgement may be on its way for is sent
   * again with the rest; repeats are harmless.
   */
  collapse(): void {
    const { mine, asked } = this.#take();
    for (const edit of asked) this.#edits.set(edit.id, { ...edit, sent: false });
    for (const { id } of mine) this.store.remove(id);
    if (mine.length > 0) this.add(asOne(this.#shared, updatesOf(mine)));
  }

  // Only the last ones, which nothing that stays builds on, and no more than one message carries.
  #joinUnsent(): void {
    const unsent: Unacked[] = [];
    let bytes = 0;
    for (const edit of [...this].toReversed()) {
      bytes += edit.update.length;
      if (edit.sent || edit.isAsked || bytes > JOINED_MAX_BYTES) break;
      unsent.unshift(edit);
    }
    if (unsent.length < JOIN_UNSENT) return;
    for (const { id } of unsent) this.remove(id);
    this.add(Y.mergeUpdates(updatesOf(unsent)));
  }

  #take(): { mine: Unacked[]; asked: Unacked[] } {
    const all = [...this];
    this.#edits.clear();
    return { mine: all.filter(({ isAsked }) => !isAsked), asked: all.filter(({ isAsked }) => isAsked) };
  }
}

const updatesOf = (edits: Unacked[]) => edits.map(({ update }) => update);
