import * as Y from 'yjs';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { assignClientId } from './client-id.ts';
import { Cursors } from './cursors.ts';
import type { OfflineDocument } from '../device/device-database.ts';
import type { SyncState } from './document-sync.ts';
import { DocumentSync } from './document-sync.ts';
import type { DocumentTransport } from './document-transport.ts';
import { Following } from './following.ts';
import { findOfflineDocument, deleteOfflineDocument, saveOfflineDocument } from '../device/offline-document.ts';
import { LocalStore } from '../device/local-store.ts';
import { PeerColors } from './peer-colors.ts';
import { TypingGate } from './typing-gate.ts';
import { reapplyEdits } from './reapply-edits.ts';

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

/** A copy of the room's text on this page, its way to the server, and the cursors in it. */
interface Copy {
  gate: TypingGate;
  sync: DocumentSync;
  cursors: Cursors;
}

/** Edits that were refused are made again so often at most, until the server takes one. */
const REMAKES_MAX = 3;

/** The code of one room on this page: the text with its gate, its way to the server and to the disk, and the cursors. */
export class LiveCode {
  readonly colors = new PeerColors();
  readonly following = new Following();
  readonly #roomCode: string;
  readonly #wire: DocumentTransport;
  #copy: Copy;
  /** The copy that is being made where the server refuses the edits of the present one. */
  #next: Copy | null = null;
  #remakes = 0;
  /** Counts links. */
  #link = 0;
  #self: { id: string; name: string } | null = null;
  readonly #listeners = new Set<() => void>();
  #store: LocalStore | null = null;
  /** Known once the document was opened. */
  #firstClientId: number | undefined;
  #resuming: Promise<void> = Promise.resolve();
  #state: CodeState;

  constructor(roomCode: string, wire: DocumentTransport) {
    this.#roomCode = roomCode;
    this.#wire = wire;
    this.#copy = this.#makeCopy();
    const { state: sync } = this.#copy.sync;
    this.#state = { sync, isHolding: false, hasText: false, isKept: true, isTypingOffline: false };
  }

  /** The text with what is held back; another one after the server refused this person's edits. */
  get gate(): TypingGate {
    return this.#copy.gate;
  }

  /** The cursors in the text; others when the gate is another. */
  get cursors(): Cursors {
    return this.#copy.cursors;
  }

  get #sync(): DocumentSync {
    return this.#copy.sync;
  }

  #makeCopy(): Copy {
    const gate = new TypingGate();
    const isCurrent = () => this.#copy.gate === gate;
    const sync = new DocumentSync(gate.shared, this.#wire, () => isCurrent() && this.#syncChanged());
    const cursors = new Cursors(
      gate,
      (id, update) => isCurrent() && this.#wire.moveCursor(id, update),
      (id) => this.colors.of(id),
    );
    gate.onHeldChange(() => {
      if (!isCurrent()) return;
      this.#store?.hold(gate.held);
      this.#changed();
    });
    return { gate, sync, cursors };
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
    this.#link++;
    this.#self = self;
    await this.#resuming;
    const store = this.#openStore(self.id);
    this.gate.flush();
    const opened = await this.#sync.open();
    if (!opened.ok) return opened;
    this.#assignClientId(opened.firstClientId);
    this.cursors.connect(self);
    const isFirst = !this.#state.hasText;
    store.isStrict = false;
    this.#changed({ hasText: true, isTypingOffline: false });
    if (isFirst) void store.adopt((edits) => this.#sync.adopt(edits));
    void this.#comeBack(self.id);
    return opened;
  }

  /** Lets the person type without a connection. False where this device cannot keep it; then nothing changes. */
  async typeOffline(about: Pick<OfflineDocument, 'language' | 'interview'>): Promise<boolean> {
    const store = this.#store;
    if (!store || !this.#state.hasText) return false;
    const state = Y.encodeStateAsUpdate(this.gate.shared);
    try {
      const [gapId, since, firstClientId] = [newOperationId(), Date.now(), this.#firstClientId];
      await saveOfflineDocument({ ...about, scope: store.scope, gapId, since, state, firstClientId });
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
    const kept = await findOfflineDocument(this.#roomCode, participantId);
    if (!kept || this.#state.hasText) return;
    const store = this.#openStore(participantId);
    store.isStrict = true;
    this.#sync.restore(kept.state);
    if (kept.firstClientId !== undefined) this.#assignClientId(kept.firstClientId);
    this.#changed({ hasText: true, isTypingOffline: true });
    void store.adopt((edits) => this.#sync.adopt(edits));
  }

  /** The link is gone. */
  close(): void {
    this.#link++;
    this.#sync.close();
    this.cursors.disconnect();
  }

  receive(update: string): void {
    this.#sync.receive(update);
    this.#next?.sync.receive(update);
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
    if (this.#store) await deleteOfflineDocument(this.#store.scope);
  }

  async destroy(): Promise<void> {
    this.#link++;
    this.#sync.destroy();
    this.cursors.destroy();
    await this.#store?.close();
    this.gate.destroy();
  }

  #syncChanged(): void {
    const { state } = this.#sync;
    if (state.kind === 'saved') this.#remakes = 0;
    this.#changed();
    if (state.kind === 'refused' && state.error.code === 'invalid') void this.#remake();
  }

  /**
   * Makes the edits again that the server refused, on a new copy and under another client id: somebody else wrote under
   * the present one. Until they are there the state says that they are not saved.
   */
  async #remake(): Promise<void> {
    if (this.#next || this.#remakes >= REMAKES_MAX) return;
    const [old, link] = [this.#copy, this.#link];
    const next = this.#makeCopy();
    this.#next = next;
    await old.sync.whenAnswered();
    const opened = link === this.#link && (await next.sync.open());
    this.#next = null;
    if (!opened || !opened.ok || link !== this.#link) return destroy(next);
    this.#remakes++;
    this.#replace(old, next, opened.firstClientId);
  }

  #replace(old: Copy, next: Copy, firstClientId: number): void {
    const { held } = old.gate;
    const unsaved = [...old.sync.giveUpUnsaved(), ...(held ? [held] : [])];
    this.#copy = next;
    this.#assignClientId(firstClientId);
    if (this.#store) next.sync.store = this.#store;
    reapplyEdits(next.gate.editing, unsaved);
    next.gate.flush();
    this.#store?.hold(null);
    next.gate.mode = old.gate.mode;
    if (this.#self) next.cursors.connect(this.#self);
    this.#changed();
    for (const listener of this.#listeners) listener();
    // The editor lets go of it first.
    setTimeout(() => destroy(old));
  }

  // Before anything is typed or shown under it.
  #assignClientId(first: number): void {
    this.#firstClientId = first;
    if (assignClientId(this.gate.editing, first)) this.cursors.assignClientId();
  }

  #openStore(participantId: string): LocalStore {
    if (this.#store) return this.#store;
    this.#store = new LocalStore(this.#roomCode, participantId, () => this.#changed({ isKept: false }));
    this.#sync.store = this.#store;
    return this.#store;
  }

  /** The gap is noted, and what was kept for it goes once the server has everything. */
  async #comeBack(participantId: string): Promise<void> {
    const kept = await findOfflineDocument(this.#roomCode, participantId);
    if (!kept) return;
    const noted = await this.#wire.noteOffline(kept.gapId, Math.max(0, Date.now() - kept.since));
    const isNoted = noted.ok || noted.error.code === 'invalid';
    if (!isNoted || !(await this.#sync.whenSaved(COME_BACK_WITHIN_MS))) return;
    if (!this.#state.isTypingOffline) await deleteOfflineDocument(kept.scope);
  }

  #changed(change: Partial<CodeState> = {}): void {
    const next = { ...this.#state, sync: this.#sync.state, isHolding: this.gate.isHolding, ...change };
    // Most keys change nothing of this, and the screen is drawn anew for each change.
    if (isSame(next, this.#state)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

function destroy({ gate, sync, cursors }: Copy): void {
  sync.destroy();
  cursors.destroy();
  gate.destroy();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function isSame(a: CodeState, b: CodeState): boolean {
  const isSameSync = JSON.stringify(a.sync) === JSON.stringify(b.sync);
  const { sync: _, ...rest } = a;
  const isSameRest = (Object.keys(rest) as (keyof typeof rest)[]).every((key) => a[key] === b[key]);
  return isSameSync && isSameRest;
}
