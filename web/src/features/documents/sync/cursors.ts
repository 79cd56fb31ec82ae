import { SHARED_TEXT } from '@cip/contracts/documents';
import {
  applyAwarenessUpdate,
  Awareness,
  encodeAwarenessUpdate,
  modifyAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import { CursorInbox } from './cursor-inbox.ts';
import type { PeerColor } from './peer-colors.ts';
import type { TypingGate } from './typing-gate.ts';

/** Cursors are sent at most this often: 20 times a second. */
const SEND_EVERY_MS = 50;
const NAME_MAX = 80;
/** A line number beyond this is nonsense. */
const LINE_MAX = 1_000_000;

/** The person a cursor belongs to; colours are CSS colours chosen by whoever looks. */
export interface CursorOwner extends PeerColor {
  id: string;
  name: string;
}

/** Cursors that are kept of one person, as many as the server passes on, and of all. */
const CURSORS_EACH = 2;
const CURSORS_MAX = 64;
/** Client ids that are remembered, here or gone. */
const REMEMBERED_MAX = 500;

type SendCursor = (clientId: number, update: string) => void;
type ColorOf = (id: string) => PeerColor;

interface CursorPosition {
  anchor: Y.RelativePosition;
  head: Y.RelativePosition;
}

/** Where a peer is in the text as this person sees it, in characters from its start. */
export interface PeerCursor {
  client: number;
  owner: CursorOwner;
  anchor: number;
  head: number;
}

export interface CursorState {
  user?: CursorOwner;
  cursor?: CursorPosition | null;
  /** The line, from 1, this person types on while what they type is held back and their cursor therefore unknown. */
  typingLine?: number | null;
  /** Changes with each link; the others then show themselves to the newcomer. */
  hello?: string;
}

/**
 * Cursors of this person and the others. The awareness is the editor's and sees the editing document; what is
 * published stays in the shared one: a cursor inside text that is held back shows where it was last.
 */
export class Cursors {
  readonly awareness: Awareness;
  readonly #gate: TypingGate;
  readonly #send: SendCursor;
  readonly #colorOf: ColorOf;
  readonly #greeted = new Map<number, string>();
  readonly #inbox = new CursorInbox((update) => this.#take(update));
  #published: CursorPosition | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isConnected = false;

  constructor(gate: TypingGate, send: SendCursor, colorOf: ColorOf) {
    this.#gate = gate;
    this.#send = send;
    this.#colorOf = colorOf;
    this.awareness = new Awareness(gate.editing);
    this.awareness.on('update', (_changes: unknown, origin: unknown) => {
      if (origin === 'local') this.#publishSoon();
    });
    // Either the letters a cursor was inside of are known now, or it came to be inside of some that are not.
    gate.onHeldChange(() => this.#showAnew());
  }

  /** Shows this person to the others on a new link, and asks them to show themselves. */
  connect(user: Pick<CursorOwner, 'id' | 'name'>): void {
    this.#isConnected = true;
    const hello = crypto.getRandomValues(new Uint32Array(1)).join();
    this.awareness.setLocalState({
      ...this.awareness.getLocalState(),
      user: { ...user, ...this.#colorOf(user.id) },
      hello,
    });
  }

  /** Shows this person under the client id of the editing document, which has changed. */
  assignClientId(): void {
    const state = this.awareness.getLocalState();
    this.awareness.setLocalState(null);
    this.awareness.clientID = this.#gate.editing.clientID;
    this.awareness.setLocalState(state ?? {});
  }

  /** The link is gone: nobody's cursor is known any more. */
  disconnect(): void {
    this.#isConnected = false;
    this.#inbox.clear();
    this.#greeted.clear();
    this.#remove(() => true);
  }

  /** Removes the cursors of everybody who is not in the room any more. */
  keepOnly(ids: Set<string>): void {
    this.#remove((state) => state.user !== undefined && !ids.has(state.user.id));
  }

  /** Somebody's cursor, as base64. What does not decode is ignored: it is only a cursor. */
  receive(update: string): void {
    try {
      this.#inbox.receive(fromBase64(update));
    } catch {
      return;
    }
  }

  /** Where a participant's cursor is in the text, or null while that is not known. */
  indexOf(id: string): number | null {
    return this.peers().find(({ owner }) => owner.id === id)?.head ?? null;
  }

  /** The others whose place in the text is known. */
  peers(): PeerCursor[] {
    const states = [...(this.awareness.getStates() as Map<number, CursorState>)];
    return states.flatMap(([client, { user: owner, cursor }]) => {
      if (client === this.awareness.clientID || !owner || !cursor) return [];
      const [anchor, head] = [this.#indexOf(cursor.anchor), this.#indexOf(cursor.head)];
      return anchor === undefined || head === undefined ? [] : [{ client, owner, anchor, head }];
    });
  }

  /** Who types what is not sent yet, and on which line, from 1. */
  typing(): { name: string; line: number }[] {
    return this.#peers().flatMap(({ user, typingLine }) =>
      user && isLine(typingLine) ? [{ name: user.name, line: typingLine }] : [],
    );
  }

  /** Calls back when somebody else's cursor moves, not when they only show themselves anew; returns the way to stop. */
  onPeerMove(listener: (owner: CursorOwner) => void): () => void {
    const places = new Map<number, string>();
    const changed = ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>) => {
      for (const client of removed) places.delete(client);
      for (const client of [...added, ...updated]) {
        const { user, cursor, typingLine } = (this.awareness.getStates().get(client) ?? {}) as CursorState;
        const place = JSON.stringify([cursor ?? null, typingLine ?? null]);
        if (client === this.awareness.clientID || place === places.get(client)) continue;
        places.set(client, place);
        if (user && cursor) listener(user);
      }
    };
    this.awareness.on('change', changed);
    return () => this.awareness.off('change', changed);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#inbox.clear();
    this.awareness.destroy();
  }

  #take(update: Uint8Array): void {
    const known = this.awareness.getStates().size;
    try {
      const clean = modifyAwarenessUpdate(update, (state: unknown) => this.#clean(state));
      applyAwarenessUpdate(this.awareness, clean, 'wire');
    } catch {
      return;
    }
    if (this.awareness.getStates().size > known) this.#removeTooMany();
    this.#answerNewcomers();
  }

  /** Of one person the newest cursors stay, of all the oldest. */
  #removeTooMany(): void {
    const { awareness } = this;
    const peers = [...(awareness.getStates() as Map<number, CursorState>)].filter(([id]) => id !== awareness.clientID);
    const isTooMany = ({ user }: CursorState, at: number) =>
      at >= CURSORS_MAX ||
      peers.slice(at + 1).filter(([, { user: other }]) => other?.id === user?.id).length >= CURSORS_EACH;
    const gone = peers.flatMap(([client, state], at) => (isTooMany(state, at) ? [client] : []));
    removeAwarenessStates(awareness, gone, 'gone');
    // The library remembers everybody it ever saw.
    if (awareness.meta.size <= REMEMBERED_MAX) return;
    for (const client of awareness.meta.keys()) if (!awareness.getStates().has(client)) awareness.meta.delete(client);
    for (const client of this.#greeted.keys()) if (!awareness.getStates().has(client)) this.#greeted.delete(client);
  }

  #clean(state: unknown): CursorState | null {
    if (typeof state !== 'object' || state === null) return null;
    const { user, cursor, typingLine, hello } = state as CursorState;
    if (typeof user?.id !== 'string' || typeof user.name !== 'string') return {};
    // Colours go into styles, so they never come from outside.
    const owner = { id: user.id, name: user.name.slice(0, NAME_MAX), ...this.#colorOf(user.id) };
    const line = isLine(typingLine) ? typingLine : null;
    const place = isPlace(cursor?.anchor) && isPlace(cursor?.head) ? cursor : null;
    return { user: owner, cursor: place ?? null, typingLine: line, ...(typeof hello === 'string' && { hello }) };
  }

  #answerNewcomers(): void {
    let isNew = false;
    for (const [client, { hello }] of this.awareness.getStates() as Map<number, CursorState>) {
      if (client === this.awareness.clientID || hello === undefined || this.#greeted.get(client) === hello) continue;
      this.#greeted.set(client, hello);
      isNew = true;
    }
    if (isNew) this.#showAnew();
  }

  /** Setting the same state again raises its clock, without which nobody would take it anew. */
  #showAnew(): void {
    this.awareness.setLocalState(this.awareness.getLocalState());
  }

  #remove(isGone: (state: CursorState) => boolean): void {
    const gone = [...(this.awareness.getStates() as Map<number, CursorState>)]
      .filter(([client, state]) => client !== this.awareness.clientID && isGone(state))
      .map(([client]) => client);
    removeAwarenessStates(this.awareness, gone, 'gone');
  }

  #publishSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isConnected) this.#publish();
    }, SEND_EVERY_MS);
  }

  #publish(): void {
    const state = this.awareness.getLocalState() as CursorState | null;
    if (!state) return;
    const { cursor } = state;
    if (!cursor) this.#published = null;
    else if (this.#isShared(cursor.anchor) && this.#isShared(cursor.head)) this.#published = cursor;
    const { clientID } = this.awareness;
    const states = new Map([[clientID, { ...state, cursor: this.#published, typingLine: this.#typingLine(cursor) }]]);
    this.#send(clientID, toBase64(encodeAwarenessUpdate(this.awareness, [clientID], states)));
  }

  /** The line of a cursor inside or right behind text that is held back; null elsewhere. */
  #typingLine(cursor: CursorPosition | null | undefined): number | null {
    const { text, editing, isHolding } = this.#gate;
    if (!cursor || !isHolding) return null;
    const head = Y.createRelativePositionFromJSON(cursor.head);
    const index = Y.createAbsolutePositionFromRelativePosition(head, editing)?.index;
    if (index === undefined) return null;
    // At the very end a position holds on to no letter, so the one before it counts as well.
    const before = Y.createRelativePositionFromTypeIndex(text, Math.max(0, index - 1));
    if (this.#isShared(head) && this.#isShared(before)) return null;
    return text.toString().slice(0, index).split('\n').length;
  }

  /** The index of a place in this person's text; undefined while that is not known. */
  #indexOf(position: Y.RelativePosition): number | undefined {
    const { text, editing } = this.#gate;
    const found = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), editing);
    return found?.type === text ? found.index : undefined;
  }

  #peers(): CursorState[] {
    const states = [...(this.awareness.getStates() as Map<number, CursorState>)];
    return states.flatMap(([client, state]) => (client === this.awareness.clientID ? [] : [state]));
  }

  /** Whether the others know the letter a position holds on to. */
  #isShared({ item }: Y.RelativePosition): boolean {
    return item === null || Y.getState(this.#gate.shared.store, item.client) > item.clock;
  }
}

/** Whether this is a place in the shared text. An editor that is to show anything else breaks, and breaks again with each edit. */
function isPlace(position: unknown): boolean {
  if (typeof position !== 'object' || position === null) return false;
  const { type, tname, item, assoc } = position as Partial<Record<keyof Y.RelativePosition, unknown>>;
  return type === null && tname === SHARED_TEXT && (item === null || isLetter(item)) && Number.isInteger(assoc);
}

function isLetter(item: unknown): boolean {
  const { client, clock } = Object(item) as Partial<Record<keyof Y.ID, unknown>>;
  return [client, clock].every((number) => Number.isSafeInteger(number) && (number as number) >= 0);
}

function isLine(line: unknown): line is number {
  return Number.isInteger(line) && (line as number) > 0 && (line as number) <= LINE_MAX;
}
