import * as Y from 'yjs';
import { newOperationId } from '../../shared/operation-id.ts';
import { takeClientId } from './client-id.ts';
import { Cursors } from './cursors.ts';
import type { KeptDocument } from './device-database.ts';
import type { SyncState } from './document-sync.ts';
import { DocumentSync } from './document-sync.ts';
import type { DocumentWire } from './document-wire.ts';
import { Following } from './following.ts';
import { findKept, forgetKept, keepDocument } from './kept-document.ts';
import { LocalStore } from './local-store.ts';
import { PeerColors } from './peer-colors.ts';
import { TypingGate } from './typing-gate.ts';

/** What was typed offline gets this long to reach the server; else it is looked at on the next link. In milliseconds. */
const COME_BACK_WITHIN_MS = 600_000;
/** A disk that does not answer for so long is not waited for, in milliseconds. */
const RESUME_WITHIN_MS = 1_000;

/** Where the text is, for the screen. */
export interface CodeState {
  sync: SyncState;
  /** Something typed is held back by the typing mode. */
  isHolding: boolean;
  /** The document was opened at least once, so the text is the room's. */
  hasText: boolean;
  /** What waits for the server is on this device's disk; false where the device refuses storage. */
  isKept: boolean;
  /** There is no connection, and the person asked to type on; all of it is on this device. */
  isTypingOffline: boolean;
}

/** The code of one room on this page: the text with its gate, its way to the server and to the disk, and the cursors. */
export class LiveCode {
  readonly gate = new TypingGate();
  readonly colors = new PeerColors();
  readonly following = new Following();
  readonly cursors: Cursors;
  readonly #roomCode: string;
  readonly #wire: DocumentWire;
  readonly #sync: DocumentSync;
  readonly #listeners = new Set<() => void>();
  #store: LocalStore | null = null;
  /** Known once the document was opened. */
  #firstClientId: number | undefined;
  #resuming: Promise<void> = Promise.resolve();
  #state: CodeState;

  constructor(roomCode: string, wire: DocumentWire) {
    this.#roomCode = roomCode;
    this.#wire = wire;
    this.#sync = new DocumentSync(this.gate.shared, wire, () => this.#changed());
    this.#state = { sync: this.#sync.state, isHolding: false, hasText: false, isKept: true, isTypingOffline: false };
    this.cursors = new Cursors(
      this.gate,
      (id, update) => wire.moveCursor(id, update),
      (id) => this.colors.of(id),
    );
    this.gate.onHeldChange(() => {
      this.#store?.hold(this.gate.held);
      this.#changed();
    });
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For useSyncExternalStore. */
  readonly getSnapshot = (): CodeState => this.#state;

  /** The whole text as this person sees it. */
  get text(): string {
    return this.gate.text.toString();
  }

  /** What the server has not acknowledged, as one update, or null. */
  get unsaved(): Uint8Array | null {
    return this.#sync.unsaved;
  }

  /** Opens the document on a new link as a person, who then also gets back what an earlier page of theirs left. */
  async open(self: { id: string; name: string }) {
    await this.#resuming;
    const store = this.#openStore(self.id);
    this.gate.flush();
    const opened = await this.#sync.open();
    if (!opened.ok) return opened;
    this.#takeClientId(opened.firstClientId);
    this.cursors.connect(self);
    const isFirst = !this.#state.hasText;
    store.isStrict = false;
    this.#changed({ hasText: true, isTypingOffline: false });
    if (isFirst) void store.adopt((edits) => this.#sync.adopt(edits));
    void this.#comeBack(self.id);
    return opened;
  }

  /** Lets the person type without a connection. False where this device cannot keep it; then nothing changes. */
  async typeOffline(about: Pick<KeptDocument, 'language' | 'interview'>): Promise<boolean> {
    const store = this.#store;
    if (!store || !this.#state.hasText) return false;
    const state = Y.encodeStateAsUpdate(this.gate.shared);
    try {
      const [gapId, since, firstClientId] = [newOperationId(), Date.now(), this.#firstClientId];
      await keepDocument({ ...about, scope: store.scope, gapId, since, state, firstClientId });
    } catch {
      return false;
    }
    store.isStrict = true;
    this.#changed({ isTypingOffline: true });
    return true;
  }

  /** Goes on where an earlier page of this person typed without a connection; opening the document waits for it. */
  resume(participantId: string): void {
    this.#resuming = Promise.race([this.#resume(participantId), pause(RESUME_WITHIN_MS)]);
  }

  async #resume(participantId: string): Promise<void> {
    const kept = await findKept(this.#roomCode, participantId);
    if (!kept || this.#state.hasText) return;
    const store = this.#openStore(participantId);
    store.isStrict = true;
    this.#sync.restore(kept.state);
    if (kept.firstClientId !== undefined) this.#takeClientId(kept.firstClientId);
    this.#changed({ hasText: true, isTypingOffline: true });
    void store.adopt((edits) => this.#sync.adopt(edits));
  }

  /** The link is gone. */
  close(): void {
    this.#sync.close();
    this.cursors.disconnect();
  }

  receive(update: string): void {
    this.#sync.receive(update);
  }

  moveCursor(update: string): void {
    this.cursors.receive(update);
  }

  /** Something may have been missed. */
  resync(): void {
    void this.#sync.reopen();
  }

  /** Sends what is held back and writes it to the disk. */
  async flush(): Promise<void> {
    this.gate.flush();
    await this.#store?.settle();
  }

  /** Sends what is held back; resolves with true once the server has everything, with false after `withinMs`. */
  async save(withinMs: number): Promise<boolean> {
    this.gate.flush();
    return this.#sync.whenSaved(withinMs);
  }

  /** The interview is over: what is kept on this device for it may go. */
  async forget(): Promise<void> {
    await this.#store?.clear();
    if (this.#store) await forgetKept(this.#store.scope);
  }

  async destroy(): Promise<void> {
    this.#sync.destroy();
    this.cursors.destroy();
    await this.#store?.close();
    this.gate.destroy();
  }

  // Before anything is typed or shown under it.
  #takeClientId(first: number): void {
    this.#firstClientId = first;
    if (takeClientId(this.gate.editing, first)) this.cursors.takeClientId();
  }

  #openStore(participantId: string): LocalStore {
    if (this.#store) return this.#store;
    this.#store = new LocalStore(this.#roomCode, participantId, () => this.#changed({ isKept: false }));
    this.#sync.store = this.#store;
    return this.#store;
  }

  /** The gap is noted, and what was kept for it goes once the server has everything. */
  async #comeBack(participantId: string): Promise<void> {
    const kept = await findKept(this.#roomCode, participantId);
    if (!kept) return;
    const noted = await this.#wire.noteOffline(kept.gapId, Math.max(0, Date.now() - kept.since));
    const isNoted = noted.ok || noted.error.code === 'invalid';
    if (!isNoted || !(await this.#sync.whenSaved(COME_BACK_WITHIN_MS))) return;
    if (!this.#state.isTypingOffline) await forgetKept(kept.scope);
  }

  #changed(change: Partial<CodeState> = {}): void {
    const next = { ...this.#state, sync: this.#sync.state, isHolding: this.gate.isHolding, ...change };
    // Most keys change nothing of this, and the screen is drawn anew for each change.
    if (isSame(next, this.#state)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function isSame(a: CodeState, b: CodeState): boolean {
  const isSameSync = JSON.stringify(a.sync) === JSON.stringify(b.sync);
  const { sync: _, ...rest } = a;
  const isSameRest = (Object.keys(rest) as (keyof typeof rest)[]).every((key) => a[key] === b[key]);
  return isSameSync && isSameRest;
}
