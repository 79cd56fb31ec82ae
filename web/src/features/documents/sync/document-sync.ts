import { mayPass } from '@cip/contracts/protocol/may-pass';
import type { ErrorBody } from '@cip/contracts/protocol/errors';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import type { DocumentTransport } from './document-transport.ts';
import { missingUpdates } from './missing-updates.ts';
import type { OrphanedEdit, PendingStore } from '../device/pending-store.ts';
import { StateWaiters } from './state-waiters.ts';
import { UnackedEdits, type Unacked } from './unacked-edits.ts';
import { pause } from '../../../shared/pause.ts';

/** Origin of updates from the server. Updates of any other origin are sent. */
const FROM_SERVER = Symbol('from the server');
/** Edits in flight together: enough to fill a slow line, few enough for the server's burst limit. */
const IN_FLIGHT_MAX = 16;
/** First pause before a retry, in milliseconds; doubles up to the longest. */
const RETRY_MS = 250;
const RETRY_MAX_MS = 5_000;
/**
 * Longest first pause before the document is opened again for missing updates, because their sender delivers within
 * moments.
 */
const MISSING_RETRY_MAX_MS = 1_000;

/**
 * State of the edits: `saved` in the server's database, `saving` on the way, `waiting` for a link, or `refused` by the
 * server with its error.
 */
export type SyncState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'refused'; error: ErrorBody };

/**
 * Syncs the shared document with the server's. Every local edit is stored until it is acknowledged and is resent on
 * each new link, even if the server's state vector covers it, because another node may have it from Redis while the log
 * does not have it.
 */
export class DocumentSync {
  readonly #shared: Y.Doc;
  readonly #transport: DocumentTransport;
  readonly #onState: (state: SyncState) => void;
  readonly #unacked: UnackedEdits;
  /** Callers that wait for acknowledgements. */
  readonly #waiters = new StateWaiters();
  #inFlight = 0;
  /** Counts links, because replies to requests of an earlier link are ignored. */
  #link = 0;
  #isOpen = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = RETRY_MS;
  #isOpening = false;
  /** The link on which a reopening is scheduled. */
  #reopeningLink = -1;
  /** A reopening was requested while opening. */
  #isReopenRequested = false;
  /** Reopenings since the last acknowledgement. */
  #reopenings = 0;
  #savedAt: number | null = null;
  #refusal: ErrorBody | null = null;

  constructor(shared: Y.Doc, transport: DocumentTransport, onState: (state: SyncState) => void) {
    this.#shared = shared;
    this.#unacked = new UnackedEdits(shared);
    this.#transport = transport;
    this.#onState = onState;
    shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_SERVER) this.#enqueue(update);
    });
  }

  /** Must be set before the first edit. The participant is known only once the room was entered. */
  set store(store: PendingStore) {
    this.#unacked.store = store;
  }

  get state(): SyncState {
    if (this.#refusal) return { kind: 'refused', error: this.#refusal };
    if (this.#unacked.size === 0) return { kind: 'saved', at: this.#savedAt };
    return { kind: this.#isOpen ? 'saving' : 'waiting' };
  }

  /** All unacknowledged edits as one update, or null if there are none. */
  get unsaved(): Uint8Array | null {
    return this.#unacked.asUpdate();
  }

  /**
   * Opens the document on a new link and exchanges missing updates. Resolves with the language and this participant's
   * first client id, or the server's error.
   */
  async open(): Promise<{ ok: true; language: string; firstClientId: number } | { ok: false; error: ErrorBody }> {
    this.#inFlight = 0;
    const link = this.#startLink();
    this.#isOpen = false;
    this.#isOpening = true;
    this.#isReopenRequested = false;
    this.#cancelRetry();
    const reply = await this.#transport.open(toBase64(Y.encodeStateVector(this.#shared)));
    if (link !== this.#link) return { ok: false, error: { code: 'unavailable', message: 'The link was replaced.' } };
    this.#isOpening = false;
    if (!reply.ok) return reply;
    Y.applyUpdate(this.#shared, fromBase64(reply.update), FROM_SERVER);
    this.#resendAll(reply);
    if (this.#isReopenRequested) void this.reopen();
    return { ok: true, language: reply.language, firstClientId: reply.firstClientId };
  }

  /**
   * Opens the document again on the same link, because either side may miss updates. The first attempt is immediate;
   * retries follow with growing pauses until the document is open or the link is down, because nothing else retries.
   */
  async reopen(): Promise<void> {
    if (this.#isOpening) {
      this.#isReopenRequested = true;
      return;
    }
    // Typing must not postpone the scheduled reopening.
    if (this.#reopeningLink === this.#link) return;
    let longest = MISSING_RETRY_MAX_MS;
    // Opening resends every edit, so a retry in the pause before it would count as another link.
    this.#cancelRetry();
    for (let link = this.#startLink(); link === this.#link; longest = RETRY_MAX_MS) {
      this.#reopeningLink = link;
      if (this.#reopenings++ > 0) await pause(Math.min(this.#nextPause(), longest));
      if (link !== this.#link) return;
      const opening = this.open();
      link = this.#link;
      const answer = await opening;
      if (answer.ok || link !== this.#link) return;
      if (!mayPass(answer.error)) return this.#refuse(answer.error);
    }
  }

  /** Call it when the link is down; edits wait for the next one. */
  close(): void {
    this.#startLink();
    this.#isOpen = false;
    this.#isOpening = false;
    this.#notify();
  }

  /** Stops permanently. */
  destroy(): void {
    this.close();
    this.#cancelRetry();
  }

  /** Applies another client's edit. */
  receive(update: string): void {
    Y.applyUpdate(this.#shared, fromBase64(update), FROM_SERVER);
  }

  /** Applies the state that an earlier page stored on the disk; `adopt` adds the later edits. */
  restore(state: Uint8Array): void {
    Y.applyUpdate(this.#shared, state, FROM_SERVER);
  }

  /** Sends the edits that an earlier page of this participant left unsent. Call it on an open document. */
  adopt(edits: OrphanedEdit[]): void {
    for (const { id, update, isHeld } of edits) {
      if (isHeld && this.#hasNothingOf(update)) {
        this.#shared.transact(() => Y.applyUpdate(this.#shared, update));
        continue;
      }
      Y.applyUpdate(this.#shared, update, FROM_SERVER);
      if (isHeld) this.#unacked.add(update);
      else this.#unacked.restore({ id, update });
    }
    this.#pump();
  }

  /** Resolves when every sent edit has its acknowledgement, or the link is down. */
  async whenAnswered(): Promise<void> {
    const link = this.#link;
    await this.#waiters.until(() => this.#inFlight === 0 || link !== this.#link);
  }

  /** Removes and returns this participant's unacknowledged edits in order, so that they can be reapplied. */
  takeUnsaved(): Uint8Array[] {
    const unsaved = this.#unacked.takeOwn();
    this.#waiters.check();
    return unsaved;
  }

  /** Resolves with true once the server has everything, with false after `withinMs`. */
  async whenSaved(withinMs: number): Promise<boolean> {
    await this.#waiters.until(() => this.#unacked.size === 0, withinMs);
    return this.#unacked.size === 0;
  }

  /**
   * Resolves when every edit is on its way, so that the server has it before it gets a later event; at the latest after
   * `withinMs`, and immediately if there is no link.
   */
  whenSent(withinMs: number): Promise<void> {
    return this.#waiters.until(() => !this.#isOpen || [...this.#unacked].every(({ isSent }) => isSent), withinMs);
  }

  /** False if another client wrote under the same client id, because Yjs would skip a part of such an update. */
  #hasNothingOf(update: Uint8Array): boolean {
    const { from } = Y.parseUpdateMeta(update);
    return [...from].every(([client, clock]) => Y.getState(this.#shared.store, client) <= clock);
  }

  #resendAll(server: { update: string; stateVector: string }): void {
    this.#refusal = null;
    this.#unacked.requeue((own, wasRequested) =>
      missingUpdates(this.#shared, server, { sentAnyway: own, wasRequested }),
    );
    this.#isOpen = true;
    this.#pump();
    this.#notify();
  }

  #enqueue(update: Uint8Array): void {
    this.#unacked.add(update);
    // If it was refused as too large, all edits are sent as one, because a later edit may have made the text smaller.
    if (this.#refusal?.code === 'too_large') {
      this.#refusal = null;
      this.#unacked.collapse();
    } else this.#unacked.mergeWaiting(this.#isOpen);
    this.#pump();
    this.#notify();
  }

  #pump(): void {
    if (!this.#isOpen || this.#refusal || this.#retry !== undefined || this.#reopeningLink === this.#link) return;
    for (const edit of this.#unacked) {
      if (this.#inFlight >= IN_FLIGHT_MAX) return;
      if (!edit.isSent) void this.#send(edit);
    }
  }

  async #send(edit: Unacked): Promise<void> {
    const link = this.#link;
    edit.isSent = true;
    this.#inFlight++;
    const ack = await this.#transport.update(edit.id, toBase64(edit.update));
    if (link !== this.#link) return;
    this.#inFlight--;
    if (ack.ok) this.#acked(edit.id);
    else await this.#notAcked(edit, ack.error);
    this.#pump();
    this.#notify();
  }

  #acked(id: string): void {
    this.#unacked.remove(id);
    this.#savedAt = Date.now();
    this.#retryMs = RETRY_MS;
    this.#reopenings = 0;
  }

  async #notAcked({ isRequested }: Unacked, error: ErrorBody): Promise<void> {
    // Opens again if the server lacks updates that the edit depends on, or if their author is back and sends them.
    if (error.code === 'resync' || (isRequested && error.code === 'invalid')) await this.reopen();
    else if (mayPass(error)) this.#retryLater();
    else this.#refuse(error);
  }

  #refuse(error: ErrorBody): void {
    this.#refusal = error;
    this.#notify();
  }

  /** Resends every edit in order after a pause. */
  #retryLater(): void {
    if (this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#unacked.markUnsent();
      this.#inFlight = 0;
      this.#startLink();
      this.#pump();
    }, this.#nextPause());
  }

  #cancelRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  #nextPause(): number {
    const ms = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
    return ms;
  }

  /** Replies to earlier requests are ignored from now on. */
  #startLink(): number {
    this.#link++;
    this.#waiters.check();
    return this.#link;
  }

  #notify(): void {
    this.#waiters.check();
    this.#onState(this.state);
  }
}
