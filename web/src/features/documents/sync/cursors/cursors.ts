import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import {
  applyAwarenessUpdate,
  Awareness,
  encodeAwarenessUpdate,
  modifyAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../base64.ts';
import { CursorInbox } from './cursor-inbox.ts';
import { isLine, parseCursorState } from './cursor-state.ts';
import type { ColorOf, CursorOwner, CursorPosition, CursorState } from './cursor-state.ts';
import type { TypingGate } from '../typing-gate.ts';

/** Cursors are sent at most 20 times a second. */
const SEND_EVERY_MS = 50;
/** Pause after which a resting cursor is sent once more, because messages of cursors may be lost (ms). */
const REPEAT_AFTER_MS = 1_000;
/** Cursors per participant, as many as the server relays. */
const CURSORS_EACH = 2;
/** Cursors of all participants together. */
const CURSORS_MAX = 64;
/** Client ids in the awareness metadata, present and former ones. */
const CLIENTS_MAX = 500;

type SendCursor = (clientId: number, update: string) => void;

/** The place of a cursor: the text of its file, and the characters before it. */
interface CursorPlace {
  root: string;
  index: number;
}

/** A peer's cursor in a file of this page, in characters from the start of its text. */
export interface PeerCursor {
  client: number;
  owner: CursorOwner;
  /** The text of the file. */
  root: string;
  anchor: number;
  head: number;
}

/**
 * Cursors of this participant and the peers. The awareness belongs to the editor and sees the editing document; the
 * published cursor stays in the shared document, so inside held text it shows its last shared position.
 */
export class Cursors {
  readonly awareness: Awareness;
  readonly #gate: TypingGate;
  readonly #send: SendCursor;
  readonly #colorOf: ColorOf;
  readonly #greeted = new Map<number, string>();
  readonly #inbox = new CursorInbox((update) => this.#apply(update));
  #published: CursorPosition | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #repeatTimer: ReturnType<typeof setTimeout> | undefined;
  #isConnected = false;
  /** The line that peers see this participant type on. */
  #typingAt: number | null = null;
  /** A peer's line break above held text changes the line that this participant types on, but not the cursor. */
  readonly #followLine = (_event: unknown, { local }: Y.Transaction) => {
    if (local || this.#typingAt === null) return;
    const { cursor } = (this.awareness.getLocalState() ?? {}) as CursorState;
    if (this.#typingLine(cursor) !== this.#typingAt) this.#republish();
  };

  constructor(gate: TypingGate, send: SendCursor, colorOf: ColorOf) {
    this.#gate = gate;
    this.#send = send;
    this.#colorOf = colorOf;
    this.awareness = new Awareness(gate.editing);
    this.awareness.on('update', (_changes: unknown, origin: unknown) => {
      if (origin === 'local') this.#publishSoon();
    });
    // A flush makes the characters around a cursor known to peers; held text makes them unknown.
    gate.onHeldChange(() => this.#republish());
    for (const root of FILE_TEXTS) gate.editing.getText(root).observe(this.#followLine);
  }

  get #states(): Map<number, CursorState> {
    return this.awareness.getStates();
  }

  /** Publishes this participant's cursor on a new link and requests the peers' cursors. */
  connect(user: Pick<CursorOwner, 'id' | 'name'>): void {
    this.#isConnected = true;
    const hello = crypto.getRandomValues(new Uint32Array(1)).join();
    this.awareness.setLocalState({
      ...this.awareness.getLocalState(),
      user: { ...user, ...this.#colorOf(user.id) },
      hello,
    });
  }

  /** Publishes under the client id of the editing document, after it changed. */
  syncClientId(): void {
    const state = this.awareness.getLocalState();
    this.awareness.setLocalState(null);
    this.awareness.clientID = this.#gate.editing.clientID;
    this.awareness.setLocalState(state ?? {});
  }

  /** Removes the peers' cursors; call it when the link is down. */
  disconnect(): void {
    this.#isConnected = false;
    this.#inbox.clear();
    this.#greeted.clear();
    this.#remove(() => true);
  }

  /** Removes the cursors of participants who left the room. */
  retainOnly(ids: Set<string>): void {
    this.#remove((state) => state.user !== undefined && !ids.has(state.user.id));
  }

  /** Applies a peer's cursor, as base64; ignores it if it does not decode. */
  receive(update: string): void {
    try {
      this.#inbox.receive(fromBase64(update));
    } catch {
      return;
    }
  }

  /** Returns the place of a participant's cursor, or null while it is unknown. */
  placeOf(id: string): CursorPlace | null {
    const peer = this.peers().find(({ owner }) => owner.id === id);
    return peer ? { root: peer.root, index: peer.head } : null;
  }

  /** Returns the peers' cursors with a known position, in all files. */
  peers(): PeerCursor[] {
    return [...this.#states].flatMap(([client, { user: owner, cursor }]) => {
      if (client === this.awareness.clientID || !owner || !cursor) return [];
      const [anchor, head] = [this.#placeOf(cursor.anchor), this.#placeOf(cursor.head)];
      if (!anchor || !head || anchor.root !== head.root) return [];
      return [{ client, owner, root: head.root, anchor: anchor.index, head: head.index }];
    });
  }

  /** Returns the peers' cursors with a known position in the file of a text. */
  peersIn(root: string): PeerCursor[] {
    return this.peers().filter((peer) => peer.root === root);
  }

  /** Returns the peers that type held text, with their lines, from 1, and the texts of their files. */
  typing(): { name: string; line: number; root: string }[] {
    return this.#peers().flatMap(({ user, cursor, typingLine }) =>
      user && isLine(typingLine) ? [{ name: user.name, line: typingLine, root: rootOf(cursor) }] : [],
    );
  }

  /** Calls `listener` when a peer's cursor moves, not if it is only republished. Returns the unsubscribe function. */
  onPeerMove(listener: (owner: CursorOwner) => void): () => void {
    const positions = new Map<number, string>();
    const changed = ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>) => {
      for (const client of removed) positions.delete(client);
      for (const client of [...added, ...updated]) {
        const { user, cursor, typingLine } = this.#states.get(client) ?? {};
        const position = JSON.stringify([cursor ?? null, typingLine ?? null]);
        if (client === this.awareness.clientID || position === positions.get(client)) continue;
        positions.set(client, position);
        if (user && cursor) listener(user);
      }
    };
    this.awareness.on('change', changed);
    return () => this.awareness.off('change', changed);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#repeatTimer);
    for (const root of FILE_TEXTS) this.#gate.editing.getText(root).unobserve(this.#followLine);
    this.#inbox.clear();
    this.awareness.destroy();
  }

  #apply(update: Uint8Array): void {
    const known = this.#states.size;
    try {
      const clean = modifyAwarenessUpdate(update, (state: unknown) => parseCursorState(state, this.#colorOf));
      applyAwarenessUpdate(this.awareness, clean, 'wire');
    } catch {
      return;
    }
    if (this.#states.size > known) this.#removeExcess();
    this.#answerNewcomers();
  }

  /** Retains each participant's newest cursors, and the oldest cursors of the room. */
  #removeExcess(): void {
    const { awareness } = this;
    const peers = [...this.#states].filter(([id]) => id !== awareness.clientID);
    const isExcess = ({ user }: CursorState, at: number) =>
      at >= CURSORS_MAX ||
      peers.slice(at + 1).filter(([, { user: other }]) => other?.id === user?.id).length >= CURSORS_EACH;
    const gone = peers.flatMap(([client, state], at) => (isExcess(state, at) ? [client] : []));
    removeAwarenessStates(awareness, gone, 'gone');
    // The awareness never deletes the metadata of former clients.
    if (awareness.meta.size <= CLIENTS_MAX) return;
    for (const client of awareness.meta.keys()) if (!this.#states.has(client)) awareness.meta.delete(client);
    for (const client of this.#greeted.keys()) if (!this.#states.has(client)) this.#greeted.delete(client);
  }

  #answerNewcomers(): void {
    let isNew = false;
    for (const [client, { hello }] of this.#states) {
      if (client === this.awareness.clientID || hello === undefined || this.#greeted.get(client) === hello) continue;
      this.#greeted.set(client, hello);
      isNew = true;
    }
    if (isNew) this.#republish();
  }

  /** Sets the same state again to raise its clock, because peers ignore a state with an old clock. */
  #republish(): void {
    this.awareness.setLocalState(this.awareness.getLocalState());
  }

  #remove(isGone: (state: CursorState) => boolean): void {
    const gone = [...this.#states]
      .filter(([client, state]) => client !== this.awareness.clientID && isGone(state))
      .map(([client]) => client);
    removeAwarenessStates(this.awareness, gone, 'gone');
  }

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#publish();
      clearTimeout(this.#repeatTimer);
      this.#repeatTimer = setTimeout(() => this.#publish(), REPEAT_AFTER_MS);
    }, SEND_EVERY_MS);
  }

  #publish(): void {
    const state = this.awareness.getLocalState() as CursorState | null;
    if (!state || !this.#isConnected) return;
    const { cursor } = state;
    if (!cursor) this.#published = null;
    else if (this.#isShared(cursor.anchor) && this.#isShared(cursor.head)) this.#published = cursor;
    else if (rootOf(this.#published) !== rootOf(cursor)) this.#published = startOf(rootOf(cursor));
    const { clientID } = this.awareness;
    this.#typingAt = this.#typingLine(cursor);
    const states = new Map([[clientID, { ...state, cursor: this.#published, typingLine: this.#typingAt }]]);
    this.#send(clientID, toBase64(encodeAwarenessUpdate(this.awareness, [clientID], states)));
  }

  /** Returns the line of a cursor inside or right behind held text; null elsewhere. */
  #typingLine(cursor: CursorPosition | null | undefined): number | null {
    const { editing, isHolding } = this.#gate;
    if (!cursor || !isHolding) return null;
    const head = Y.createRelativePositionFromJSON(cursor.head);
    const place = this.#placeOf(head);
    if (!place) return null;
    const { root, index } = place;
    const text = editing.getText(root);
    // At the very end a position refers to no character, so the one before it counts as well.
    const before = Y.createRelativePositionFromTypeIndex(text, Math.max(0, index - 1));
    if (this.#isShared(head) && this.#isShared(before)) return null;
    return text.toString().slice(0, index).split('\n').length;
  }

  /** Returns the place of a position in the editing document; null while it is unknown. */
  #placeOf(position: Y.RelativePosition): CursorPlace | null {
    const { editing } = this.#gate;
    const found = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), editing);
    // A hostile position may name another file than its character is in.
    const root = position.tname ?? SHARED_TEXT;
    return found?.type === editing.share.get(root) ? { root, index: found?.index ?? 0 } : null;
  }

  #peers(): CursorState[] {
    return [...this.#states].flatMap(([client, state]) => (client === this.awareness.clientID ? [] : [state]));
  }

  /** Whether peers know the character a position refers to. */
  #isShared({ item }: Y.RelativePosition): boolean {
    return item === null || Y.getState(this.#gate.shared.store, item.client) > item.clock;
  }
}

const rootOf = (cursor: CursorPosition | null | undefined) => cursor?.head.tname ?? SHARED_TEXT;

/** Returns the start of a file, which peers know although they have nothing of its text yet. */
function startOf(root: string): CursorPosition {
  const start = new Y.RelativePosition(null, root, null, -1);
  return { anchor: start, head: start };
}
