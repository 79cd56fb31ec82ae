import type { ErrorBody } from '@cip/contracts/errors';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import type { DocumentTransport } from './document-transport.ts';
import { missingUpdates } from './missing-updates.ts';
import type { OrphanedEdit, PendingStore } from '../device/pending-store.ts';
import { UnackedEdits, type Unacked } from './unacked-edits.ts';

/** Origin of what came over the wire: everything else in the shared document is ours to send. */
const FROM_WIRE = Symbol('from the wire');
/** Edits under way at once; enough to keep a slow line full, few enough to stay within the server's burst. */
const IN_FLIGHT_MAX = 16;
/** First pause after the server asked for patience, in milliseconds; doubles up to the longest. */
const PATIENCE_MS = 250;
const PATIENCE_MAX_MS = 5_000;
/** Longest pause before a node is asked again for what an edit lacks: who has it sends it within moments. */
const LACKING_MAX_MS = 1_000;

/**
 * Where the edits are: `saved` in the server's database, `saving` on the way, `waiting` for a link,
 * or `refused` by the server with its reason.
 */
export type SyncState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'refused'; error: ErrorBody };

/**
 * Keeps the shared document and the server's the same. Every edit of ours is kept until it is acknowledged and sent
 * again on each new link, even when the server seems to know it: another node may have it from the bus without its
 * being in the log.
 */
export class DocumentSync {
  readonly #shared: Y.Doc;
  readonly #wire: DocumentTransport;
  readonly #onState: (state: SyncState) => void;
  readonly #unacked: UnackedEdits;
  #inFlight = 0;
  /** Counts links; an answer that belongs to an earlier one is ignored. */
  #link = 0;
  #isOpen = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #patienceMs = PATIENCE_MS;
  #isOpening = false;
  /** The link on which the document waits to be opened again. */
  #waitingLink = -1;
  /** Asked to open again while opening. */
  #isOpenedAgain = false;
  /** Times the document was opened again since the last acknowledgement. */
  #reopened = 0;
  #savedAt: number | null = null;
  #refusal: ErrorBody | null = null;

  constructor(shared: Y.Doc, wire: DocumentTransport, onState: (state: SyncState) => void) {
    this.#shared = shared;
    this.#unacked = new UnackedEdits(shared);
    this.#wire = wire;
    this.#onState = onState;
    shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_WIRE) this.#enqueue(update);
    });
  }

  /** To be set before the first edit: whose it is on this device is known only once the room was entered. */
  set store(store: PendingStore) {
    this.#unacked.store = store;
  }

  get state(): SyncState {
    if (this.#refusal) return { kind: 'refused', error: this.#refusal };
    if (this.#unacked.size === 0) return { kind: 'saved', at: this.#savedAt };
    return { kind: this.#isOpen ? 'saving' : 'waiting' };
  }

  /** Everything the server has not acknowledged, as one update, or null. */
  get unsaved(): Uint8Array | null {
    return this.#unacked.asUpdate();
  }

  /**
   * Opens the document on a new link, exchanges what either side lacks; answers the language and the first client id of
   * this person, or the server's error.
   */
  async open(): Promise<{ ok: true; language: string; firstClientId: number } | { ok: false; error: ErrorBody }> {
    const link = ++this.#link;
    this.#isOpen = false;
    this.#isOpening = true;
    this.#isOpenedAgain = false;
    this.#inFlight = 0;
    this.#stopWaiting();
    const reply = await this.#wire.open(toBase64(Y.encodeStateVector(this.#shared)));
    if (link !== this.#link) return { ok: false, error: { code: 'unavailable', message: 'The link was replaced.' } };
    this.#isOpening = false;
    if (!reply.ok) return reply;
    Y.applyUpdate(this.#shared, fromBase64(reply.update), FROM_WIRE);
    this.#sendAllAgain(reply);
    if (this.#isOpenedAgain) void this.reopen();
    return { ok: true, language: reply.language, firstClientId: reply.firstClientId };
  }

  /**
   * Opens the document again on the same link, because something may be missing on either side. Once at once; again
   * with growing pauses, until it is open or the link is gone: nobody else would notice.
   */
  async reopen(): Promise<void> {
    if (this.#isOpening) {
      this.#isOpenedAgain = true;
      return;
    }
    // What is typed meanwhile must not put it off.
    if (this.#waitingLink === this.#link) return;
    let longest = LACKING_MAX_MS;
    for (let link = ++this.#link; link === this.#link; longest = PATIENCE_MAX_MS) {
      this.#waitingLink = link;
      if (this.#reopened++ > 0) await pause(Math.min(this.#nextPause(), longest));
      if (link !== this.#link) return;
      const opening = this.open();
      link = this.#link;
      const answer = await opening;
      if (answer.ok || link !== this.#link) return;
      if (!isPassing(answer.error)) return this.#refuse(answer.error);
    }
  }

  /** The link is gone; edits wait for the next one. */
  close(): void {
    this.#link++;
    this.#isOpen = false;
    this.#isOpening = false;
    this.#tell();
  }

  /** Stops for good. */
  destroy(): void {
    this.close();
    this.#stopWaiting();
  }

  /** An edit of somebody else. */
  receive(update: string): void {
    Y.applyUpdate(this.#shared, fromBase64(update), FROM_WIRE);
  }

  /** Takes the document as an earlier page kept it on the disk; what was typed since then is adopted. */
  restore(state: Uint8Array): void {
    Y.applyUpdate(this.#shared, state, FROM_WIRE);
  }

  /** Takes over edits that an earlier page of this person left behind. Call it on an open document. */
  adopt(edits: OrphanedEdit[]): void {
    for (const { id, update, isHeld } of edits) {
      if (isHeld && this.#hasNothingOf(update)) {
        this.#shared.transact(() => Y.applyUpdate(this.#shared, update));
        continue;
      }
      Y.applyUpdate(this.#shared, update, FROM_WIRE);
      if (isHeld) this.#unacked.add(update);
      else this.#unacked.keep({ id, update });
    }
    this.#pump();
  }

  /** Resolves when the server has answered every edit that was sent, or the link is gone. */
  async whenAnswered(): Promise<void> {
    const link = this.#link;
    while (this.#inFlight > 0 && link === this.#link) await pause(20);
  }

  /** Gives up the edits of this person that the server does not have, in order, so that they can be made again. */
  giveUpUnsaved(): Uint8Array[] {
    return this.#unacked.giveUp();
  }

  /** Resolves with true when the server has everything, with false after `withinMs`. */
  async whenSaved(withinMs: number): Promise<boolean> {
    const until = Date.now() + withinMs;
    while (this.#unacked.size > 0 && Date.now() < until) await pause(20);
    return this.#unacked.size === 0;
  }

  /** False where somebody else wrote under the same client id: the document does not take such an update whole. */
  #hasNothingOf(update: Uint8Array): boolean {
    const { from } = Y.parseUpdateMeta(update);
    return [...from].every(([client, clock]) => Y.getState(this.#shared.store, client) <= clock);
  }

  #sendAllAgain(server: { update: string; stateVector: string }): void {
    this.#refusal = null;
    this.#unacked.sendAgain((mine, isAskedAgain) => missingUpdates(this.#shared, server, { sentAnyway: mine, isAskedAgain }));
    this.#isOpen = true;
    this.#pump();
    this.#tell();
  }

  #enqueue(update: Uint8Array): void {
    this.#unacked.add(update);
    // Refused as too large: what was typed since may have made it smaller again, so all of it goes as one.
    if (this.#refusal?.code === 'too_large') {
      this.#refusal = null;
      this.#unacked.collapse();
    } else this.#unacked.joinMany(this.#isOpen);
    this.#pump();
    this.#tell();
  }

  #pump(): void {
    if (!this.#isOpen || this.#refusal || this.#patience !== undefined || this.#waitingLink === this.#link) return;
    for (const edit of this.#unacked) {
      if (this.#inFlight >= IN_FLIGHT_MAX) return;
      if (!edit.sent) void this.#send(edit);
    }
  }

  async #send(edit: Unacked): Promise<void> {
    const link = this.#link;
    edit.sent = true;
    this.#inFlight++;
    const ack = await this.#wire.update(edit.id, toBase64(edit.update));
    if (link !== this.#link) return;
    this.#inFlight--;
    if (ack.ok) this.#acked(edit.id);
    else await this.#notAcked(edit, ack.error);
    this.#pump();
    this.#tell();
  }

  #acked(id: string): void {
    this.#unacked.remove(id);
    this.#savedAt = Date.now();
    this.#patienceMs = PATIENCE_MS;
    this.#reopened = 0;
  }

  async #notAcked({ isAsked }: Unacked, error: ErrorBody): Promise<void> {
    // The server lacks what the edit builds on, or its author came back and sends it.
    if (error.code === 'resync' || (isAsked && error.code === 'invalid')) await this.reopen();
    else if (isPassing(error)) this.#wait();
    else this.#refuse(error);
  }

  #refuse(error: ErrorBody): void {
    this.#refusal = error;
    this.#tell();
  }

  /** Pauses, then sends everything again in order. */
  #wait(): void {
    if (this.#patience !== undefined) return;
    this.#patience = setTimeout(() => {
      this.#patience = undefined;
      this.#unacked.forgetSent();
      this.#link++;
      this.#inFlight = 0;
      this.#pump();
    }, this.#nextPause());
  }

  #stopWaiting(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #nextPause(): number {
    const ms = this.#patienceMs * (0.75 + Math.random() / 2);
    this.#patienceMs = Math.min(this.#patienceMs * 2, PATIENCE_MAX_MS);
    return ms;
  }

  #tell(): void {
    this.#onState(this.state);
  }
}

/** True for what time alone may heal. */
function isPassing({ code }: ErrorBody): boolean {
  return code === 'too_many_requests' || code === 'unavailable' || code === 'internal';
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
