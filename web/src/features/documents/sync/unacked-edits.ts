import { UPDATE_MAX_BYTES } from '@cip/contracts/rooms/document-events';
import * as Y from 'yjs';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { squash } from './missing-updates.ts';
import { nullStore, type PendingEdit, type PendingStore } from '../device/pending-store.ts';
import { splitUpdate } from './edits/split-update.ts';

/** From this many edits on, edits that wait for a link are squashed, so that an hour of typing becomes a few edits. */
const SQUASH_FROM = 200;
/** Largest merged edit, in bytes. */
const MERGED_MAX_BYTES = 64 * 1024;
/** From this many unsent edits on, edits behind a slow server are merged. */
const MERGE_FROM = 32;

/** An edit without an acknowledgement. */
export interface Unacked extends PendingEdit {
  isSent: boolean;
  /**
   * Contains updates that the server misses, also of other participants, so at the next opening their authors may send
   * them.
   */
  isRequested: boolean;
}

/** The unacknowledged edits of this participant in sending order, stored on the device. */
export class UnackedEdits {
  store: PendingStore = nullStore;
  readonly #shared: Y.Doc;
  // In insertion order.
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

  /** Returns all edits as one update, or null if there are none. */
  asUpdate(): Uint8Array | null {
    return this.size === 0 ? null : Y.mergeUpdates(updatesOf([...this]));
  }

  /** Adds a new edit. It is one message, accepted or refused as a whole; if it is too large for one, it is split. */
  add(update: Uint8Array, isRequested = false): void {
    for (const piece of splitUpdate(update, UPDATE_MAX_BYTES))
      this.restore({ id: newOperationId(), update: piece }, isRequested);
  }

  /** Adds an edit under its own operation id. */
  restore(edit: PendingEdit, isRequested = false): void {
    this.#edits.set(edit.id, { ...edit, isSent: false, isRequested });
    this.store.put(edit);
  }

  remove(id: string): void {
    this.#edits.delete(id);
    this.store.remove(id);
  }

  /** Deletes all edits, here and on the device; returns the updates of this participant. */
  takeOwn(): Uint8Array[] {
    const { own, requested } = this.#takeAll();
    for (const { id } of [...own, ...requested]) this.store.remove(id);
    return updatesOf(own);
  }

  /** Marks all edits as not sent. */
  markUnsent(): void {
    for (const edit of this) edit.isSent = false;
  }

  /**
   * Marks all edits for resending on a new link. Requested edits are computed again: `findMissing` gets this
   * participant's updates and whether there were requested ones, and returns the further updates that the server
   * misses, or null.
   */
  requeue(findMissing: (own: Uint8Array[], wasRequested: boolean) => Uint8Array | null): void {
    const { own, requested } = this.#takeAll();
    const missing = findMissing(updatesOf(own), requested.length > 0);
    for (const { id } of requested) this.store.remove(id);
    // First, because the others may depend on it.
    if (missing) this.add(missing, true);
    for (const edit of own) this.#edits.set(edit.id, { ...edit, isSent: false });
  }

  /** Merges many edits that wait for a link or behind a slow server. */
  mergeWaiting(isOpen: boolean): void {
    if (isOpen) this.#mergeUnsent();
    else if (this.size >= SQUASH_FROM) this.collapse();
  }

  /**
   * Squashes all own edits into one. If an edit's acknowledgement is on its way, the edit is sent twice, which is
   * harmless.
   */
  collapse(): void {
    const { own, requested } = this.#takeAll();
    for (const edit of requested) this.#edits.set(edit.id, { ...edit, isSent: false });
    for (const { id } of own) this.store.remove(id);
    if (own.length > 0) this.add(squash(this.#shared, updatesOf(own)));
  }

  // Only the last ones, on which no remaining edit depends, and at most what one message carries.
  #mergeUnsent(): void {
    const unsent: Unacked[] = [];
    let bytes = 0;
    for (const edit of [...this].toReversed()) {
      bytes += edit.update.length;
      if (edit.isSent || edit.isRequested || bytes > MERGED_MAX_BYTES) break;
      unsent.unshift(edit);
    }
    if (unsent.length < MERGE_FROM) return;
    for (const { id } of unsent) this.remove(id);
    this.add(Y.mergeUpdates(updatesOf(unsent)));
  }

  #takeAll(): { own: Unacked[]; requested: Unacked[] } {
    const all = [...this];
    this.#edits.clear();
    return {
      own: all.filter(({ isRequested }) => !isRequested),
      requested: all.filter(({ isRequested }) => isRequested),
    };
  }
}

const updatesOf = (edits: Unacked[]) => edits.map(({ update }) => update);
