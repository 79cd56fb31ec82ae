import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { RoomFile } from '@cip/contracts/rooms/files';
import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import * as Y from 'yjs';
import type { NamedText } from '../../../shared/code/code-copy.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';
import { assignClientId } from './client-id.ts';
import { Cursors } from './cursors/cursors.ts';
import type { SyncState } from './document-sync.ts';
import { DocumentSync } from './document-sync.ts';
import type { DocumentTransport } from './document-transport.ts';
import {
  deleteOfflineDocument,
  findOfflineDocument,
  markGapNoted,
  saveOfflineDocument,
} from '../device/offline-document.ts';
import { deleteKeptRoom, findKeptRoom } from '../device/kept-room.ts';
import type { AboutRoom } from '../device/kept-room.ts';
import { RoomKeeper } from '../device/room-keeper.ts';
import { clearOfflineRuns } from '../device/offline-runs.ts';
import { LocalStore } from '../device/local-store.ts';
import { PeerColors } from './cursors/peer-colors.ts';
import { TypedAside } from './typed-aside.ts';
import type { Place } from './typed-aside.ts';
import { TypingGate } from './typing-gate.ts';
import { replaceStartingText } from './edits/replace-starting-text.ts';
import { filledFiles } from '../files/filled-files.ts';
import type { reapplyEdits } from './edits/reapply-edits.ts';
import { pause } from '../../../shared/pause.ts';

/** Offline edits get this long to reach the server before the next link takes over, in milliseconds. */
const OFFLINE_SYNC_TIMEOUT_MS = 600_000;
/** How long a user waits for the disk, in milliseconds, because a frozen tab of another version may block it. */
const DISK_TIMEOUT_MS = 1_000;
/** How long a run waits for edits that a slow server keeps from being sent; then it runs what the server has. */
const SEND_WITHIN_MS = 4_000;
/** Pause before text typed aside is passed to the store, in milliseconds, because each time copies the document. */
const ASIDE_DELAY_MS = 100;

/** The state of the text, for the screen. */
export interface CodeState {
  sync: SyncState;
  /** The typing mode holds text back. */
  isHolding: boolean;
  /** The document was opened at least once, so the text is the room's. */
  hasText: boolean;
  /** Unsent edits are on this device's disk; false if the device refuses storage. */
  isStored: boolean;
  /** The document is open on the present link. */
  isOpen: boolean;
  /** The user types without a connection; all edits stay on this device. */
  isTypingOffline: boolean;
  /** Text was typed while the editor was read-only, and is not part of the document yet. */
  isTypingAside: boolean;
}

/** This page's replica of the room's document, with its sync and its cursors. */
export interface Replica {
  gate: TypingGate;
  sync: DocumentSync;
  cursors: Cursors;
}

/** Refused edits are reapplied at most this often between two acknowledgements. */
const REAPPLIES_MAX = 3;

/** The code of one room on this page: the document with its typing gate, sync, local store and cursors. */
export class LiveCode {
  readonly colors = new PeerColors();
  /** Id of the participant whose cursor the editor follows until its user scrolls or types; null if there is none. */
  readonly following = createAtom<string | null>(null);
  /** The text of the file that this page shows. */
  readonly shown = createAtom(SHARED_TEXT);
  /** The input that holds typed text while the editor is paused; null while it is not. */
  readonly pausedInput = createAtom<{ type: (text: string) => void } | null>(null);
  readonly store: Atom<CodeState>;
  /** Replaced by a new replica if the server refuses the edits of this one. */
  readonly replica: Atom<Replica>;
  readonly #roomCode: string;
  readonly #transport: DocumentTransport;
  /** The replacement while it is being opened. */
  #replacement: Replica | null = null;
  #reapplies = 0;
  /** Counts links. */
  #link = 0;
  #self: { id: string; name: string } | null = null;
  #localStore: LocalStore | null = null;
  /** Known once the document was opened. */
  #firstClientId: number | undefined;
  #resuming: Promise<void> = Promise.resolve();
  #aside: TypedAside | null = null;
  #storingAside: ReturnType<typeof setTimeout> | undefined;
  #keeper: RoomKeeper | null = null;

  constructor(roomCode: string, transport: DocumentTransport) {
    this.#roomCode = roomCode;
    this.#transport = transport;
    this.replica = createAtom(this.#createReplica());
    const { state: sync } = this.#sync;
    this.store = createAtom<CodeState>({
      sync,
      isHolding: false,
      hasText: false,
      isStored: true,
      isOpen: false,
      isTypingOffline: false,
      isTypingAside: false,
    });
  }

  /** The present document, including held text. */
  get gate(): TypingGate {
    return this.replica.get().gate;
  }

  /** The cursors in the present document. */
  get cursors(): Cursors {
    return this.replica.get().cursors;
  }

  get #sync(): DocumentSync {
    return this.replica.get().sync;
  }

  #createReplica(): Replica {
    const gate = new TypingGate();
    replaceStartingText(gate);
    const isCurrent = () => this.gate === gate;
    const sync = new DocumentSync(gate.shared, this.#transport, () => isCurrent() && this.#syncChanged());
    const cursors = new Cursors(
      gate,
      (id, update) => isCurrent() && this.#transport.moveCursor(id, update),
      (id) => this.colors.of(id),
    );
    gate.onHeldChange(() => {
      if (!isCurrent()) return;
      this.#storeHeld();
      this.#changed();
    });
    gate.shared.on('update', () => isCurrent() && this.#keeper?.keepSoon());
    return { gate, sync, cursors };
  }

  /** The whole text of the first file as its editor shows it. */
  get text(): string {
    return this.gate.text.toString();
  }

  /** Returns the whole text of a file as its editor shows it. */
  textOf(root: string): string {
    return this.gate.file(root).text.toString();
  }

  /** Returns all files with text, for a copy; `files` names them. Undefined if there is only the first one. */
  filledFiles(files: readonly RoomFile[]): NamedText[] | undefined {
    return filledFiles(this.gate.editing, files);
  }

  /** All unacknowledged edits as one update, or null if there are none. */
  get unsaved(): Uint8Array | null {
    return this.#sync.unsaved;
  }

  /** Opens the document on a new link; also sends the edits that an earlier page of this participant left unsent. */
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
    const isFirst = !this.store.get().hasText;
    store.isStrict = false;
    this.#changed({ hasText: true, isOpen: true, isTypingOffline: false });
    this.#keeper?.keepSoon();
    if (isFirst) void store.adopt((edits) => this.#sync.adopt(edits));
    void this.#endOfflineGap(self.id);
    return opened;
  }

  /** Allows typing without a connection. Returns false, and changes nothing, if this device refuses storage. */
  async typeOffline(about: AboutRoom): Promise<boolean> {
    const store = this.#localStore;
    if (!store || !this.store.get().hasText) return false;
    const state = Y.encodeStateAsUpdate(this.gate.shared);
    try {
      const [gapId, since, firstClientId] = [newOperationId(), Date.now(), this.#firstClientId];
      await saveOfflineDocument({ ...about, scope: store.scope, gapId, since, state, firstClientId });
    } catch {
      return false;
    }
    if (this.store.get().isOpen) {
      // The link returned while the disk wrote.
      void this.#endOfflineGap(this.#self?.id ?? '');
      return true;
    }
    store.isStrict = true;
    this.#changed({ isTypingOffline: true });
    return true;
  }

  /**
   * Restores the document with which an earlier page of this participant typed offline, or, without a server
   * (`isAway`), the copy that the device kept; `open` waits for it.
   */
  resume(participantId: string, { isAway = false } = {}): void {
    this.#resuming = withinSecond(this.#resume(participantId, isAway));
  }

  async #resume(participantId: string, isAway: boolean): Promise<void> {
    const offline = await findOfflineDocument(this.#roomCode, participantId);
    const restored = offline ?? (isAway ? await findKeptRoom(this.#roomCode, participantId) : null);
    if (!restored || this.store.get().hasText) return;
    const store = this.#openStore(participantId);
    store.isStrict = true;
    this.#sync.restore(restored.state);
    if (restored.firstClientId !== undefined) this.#assignClientId(restored.firstClientId);
    this.#changed({ hasText: true, isTypingOffline: offline !== null });
    void store.adopt((edits) => this.#sync.adopt(edits));
  }

  /** Keeps the room on this device from now on, so that it opens again without a server. */
  keep(about: () => AboutRoom): void {
    this.#keeper = new RoomKeeper(() => {
      // Edits on their way are part of it, because later ones build on them; refused ones are stored by themselves.
      if (!this.#localStore || !this.store.get().isOpen || this.#sync.state.kind === 'refused') return null;
      const state = Y.encodeStateAsUpdate(this.gate.shared);
      return { ...about(), scope: this.#localStore.scope, state, firstClientId: this.#firstClientId };
    });
  }

  /** Call it if other data of the room that the device keeps has changed. */
  keepSoon(): void {
    this.#keeper?.keepSoon();
  }

  /** Holds text that was typed into the shown file while its editor is read-only; it is stored on the device. */
  typeAside(text: string, place: Place): void {
    this.#aside = new TypedAside(this.gate.file(this.shown.get()), text, place);
    this.#storingAside ??= setTimeout(() => this.#storeHeld(), ASIDE_DELAY_MS);
    this.#changed({ isTypingAside: true });
  }

  /**
   * Puts the text that was typed aside into the document. Returns the index behind it; null if there is none or it is
   * too long.
   */
  insertAside(): number | null {
    const end = this.#aside?.insertInto(this.gate) ?? null;
    if (end !== null) this.dropAside();
    return end;
  }

  /** Discards the text that was typed aside. */
  dropAside(): void {
    if (!this.#aside) return;
    this.#aside = null;
    this.#storeHeld();
    this.#changed({ isTypingAside: false });
  }

  /** Stores the text that the typing mode holds back, with the text that was typed aside. */
  #storeHeld(): void {
    clearTimeout(this.#storingAside);
    this.#storingAside = undefined;
    const { held } = this.gate;
    const aside = this.#aside?.asUpdate(this.gate) ?? null;
    this.#localStore?.putHeld(held && aside ? Y.mergeUpdates([held, aside]) : (aside ?? held));
  }

  /** Call it when the link is down. */
  close(): void {
    this.#link++;
    void this.#keeper?.keepNow();
    this.#sync.close();
    this.#changed({ isOpen: false });
    this.cursors.disconnect();
  }

  receive(update: string): void {
    this.#sync.receive(update);
    this.#replacement?.sync.receive(update);
  }

  moveCursor(update: string): void {
    this.cursors.receive(update);
  }

  /** Opens the document again, because updates may be missing. */
  resync(): void {
    void this.#sync.reopen();
  }

  /** Sends held text and writes it to the disk; resolves within a second even if the disk is blocked. */
  async flush(): Promise<void> {
    this.gate.flush();
    if (this.#storingAside !== undefined) this.#storeHeld();
    void this.#keeper?.keepNow();
    await withinSecond(this.#localStore?.flush());
  }

  /** Like `flush`, and waits until every edit is on its way, so that what is requested next includes it. */
  async send(): Promise<void> {
    await this.flush();
    await this.replica.get().sync.whenSent(SEND_WITHIN_MS);
  }

  /** Sends held text; resolves with true once the server has everything, with false after `withinMs`. */
  async save(withinMs: number): Promise<boolean> {
    this.gate.flush();
    return this.#sync.whenSaved(withinMs);
  }

  /** Follows a participant's cursor; null stops it. */
  follow(participantId: string | null): void {
    this.following.set(participantId);
  }

  /**
   * Deletes this participant's data of the room from this device, after the interview ended; goes on in the background
   * if the disk is blocked. If another tab has unsent edits, they stay with what they build on, because the link offers
   * their text. Resolves to true if everything is deleted.
   */
  async deleteLocalData(): Promise<boolean> {
    return (await withinSecond(this.#deleteLocalData())) === true;
  }

  async #deleteLocalData(): Promise<boolean> {
    await this.#keeper?.stop();
    this.#keeper = null;
    const store = this.#localStore;
    if (!store) return true;
    const isAll = await store.clear();
    if (isAll) {
      await deleteKeptRoom(store.scope);
      await deleteOfflineDocument(store.scope);
      await clearOfflineRuns(store.scope);
    }
    return isAll;
  }

  async destroy(): Promise<void> {
    this.#link++;
    if (this.#storingAside !== undefined) this.#storeHeld();
    await withinSecond(this.#keeper?.stop());
    this.#sync.destroy();
    this.cursors.destroy();
    await this.#localStore?.close();
    this.gate.destroy();
  }

  #syncChanged(): void {
    const { state } = this.#sync;
    if (state.kind === 'saved') {
      this.#reapplies = 0;
      this.#keeper?.keepSoon();
    }
    this.#changed();
    if (state.kind === 'refused' && state.error.code === 'invalid') void this.#reapply();
  }

  /**
   * Reapplies refused edits on a new replica under another client id, because another client wrote under the present
   * one. Until the new replica is open the state stays `refused`.
   */
  async #reapply(): Promise<void> {
    if (this.#replacement || this.#reapplies >= REAPPLIES_MAX) return;
    const [old, link] = [this.replica.get(), this.#link];
    const next = this.#createReplica();
    this.#replacement = next;
    const [reapply] = await Promise.all([loadReapply(), old.sync.whenAnswered()]);
    const opened = reapply && link === this.#link && (await next.sync.open());
    this.#replacement = null;
    if (!opened || !opened.ok || link !== this.#link) {
      destroy(next);
      // The edits may have been refused on the later link meanwhile.
      if (link !== this.#link) this.#syncChanged();
      return;
    }
    this.#reapplies++;
    this.#replace(old, next, { reapply, firstClientId: opened.firstClientId });
  }

  #replace(
    old: Replica,
    next: Replica,
    { reapply, firstClientId }: { reapply: typeof reapplyEdits; firstClientId: number },
  ): void {
    const { held } = old.gate;
    const unsaved = [...old.sync.takeUnsaved(), ...(held ? [held] : [])];
    this.replica.set(next);
    this.#assignClientId(firstClientId);
    if (this.#localStore) next.sync.store = this.#localStore;
    reapply(next.gate.editing, unsaved);
    next.gate.flush();
    this.#storeHeld();
    next.gate.mode = old.gate.mode;
    if (this.#self) next.cursors.connect(this.#self);
    this.#changed();
    // The editor unbinds from it first.
    setTimeout(() => destroy(old));
  }

  // Before anything is typed or shown under the id.
  #assignClientId(first: number): void {
    this.#firstClientId = first;
    if (assignClientId(this.gate.editing, first)) this.cursors.syncClientId();
  }

  #openStore(participantId: string): LocalStore {
    if (this.#localStore) return this.#localStore;
    this.#localStore = new LocalStore(this.#roomCode, participantId, (isStored) => this.#changed({ isStored }));
    this.#sync.store = this.#localStore;
    return this.#localStore;
  }

  /** Reports the offline gap, then deletes its document once the server has every edit. */
  async #endOfflineGap(participantId: string): Promise<void> {
    const offline = await findOfflineDocument(this.#roomCode, participantId);
    if (!offline) return;
    const noted = await this.#transport.noteOffline(offline.gapId, Math.max(0, Date.now() - offline.since));
    const isNoted = noted.ok || noted.error.code === 'invalid';
    if (!isNoted) return;
    await markGapNoted(offline);
    if (!(await this.#sync.whenSaved(OFFLINE_SYNC_TIMEOUT_MS))) return;
    if (!this.store.get().isTypingOffline) await deleteOfflineDocument(offline.scope, offline.gapId);
  }

  #changed(change: Partial<CodeState> = {}): void {
    const state = this.store.get();
    const next = { ...state, sync: this.#sync.state, isHolding: this.gate.isHolding, ...change };
    // Most keys change nothing here, and each change renders the screen.
    if (!isSame(next, state)) this.store.set(next);
  }
}

function destroy({ gate, sync, cursors }: Replica): void {
  sync.destroy();
  cursors.destroy();
  gate.destroy();
}

/** Resolves to null if the file does not load; the edits stay refused, and on this device, until the next link. */
async function loadReapply(): Promise<typeof reapplyEdits | null> {
  // Lazy, because hardly any edit is refused.
  const loading = importWithRetry(() => import('./edits/reapply-edits.ts'));
  return loading.then((loaded) => loaded.reapplyEdits).catch(() => null);
}

/** Resolves once the disk has done the work, or counts as blocked. */
function withinSecond<T>(work: Promise<T> | undefined): Promise<T | void> {
  return Promise.race([work, pause(DISK_TIMEOUT_MS)]);
}

function isSame(a: CodeState, b: CodeState): boolean {
  const isSameSync = JSON.stringify(a.sync) === JSON.stringify(b.sync);
  const { sync: _, ...rest } = a;
  const isSameRest = (Object.keys(rest) as (keyof typeof rest)[]).every((key) => a[key] === b[key]);
  return isSameSync && isSameRest;
}
