import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import trace from './trace.json' with { type: 'json' };

/** One encoded edit; all rooms receive the same edits. */
export interface Edit {
  /** Number from 1. */
  seq: number;
  id: string;
  update: Uint8Array;
  base64: string;
  /** The writer's Yjs clock after it. */
  clock: number;
  /** The clock of the first character that it deletes; null for an insertion. */
  deleted: number | null;
}

/** How the writers type: one character after the other, or as in the trace of a session. */
export type TypingStyle = 'steady' | 'trace';

/** Yjs client id of every writer. */
const WRITER = 1_001;
/** Characters after which the writer's cursor jumps. */
const JUMP_EVERY = 60;

const EVENTS = trace.events.map(([gapMs = 0, position = 0, deleted = 0, text = '']) => ({
  gapMs: Number(gapMs),
  position: Number(position),
  deleted: Number(deleted),
  text: String(text),
}));
const TRACE_MS = EVENTS.reduce((sum, { gapMs }) => sum + gapMs, 0);

/** Edits per second of the trace, on average. */
export const TRACE_PACE = (EVENTS.length / TRACE_MS) * 1_000;

/**
 * Returns when a writer types in a number of seconds, in milliseconds. The times of a trace start at another edit in
 * each room, so that the rooms do not pause together.
 */
export function traceTimes(room: number, seconds: number): number[] {
  const times: number[] = [];
  for (let at = 0, nth = room * 37; ; nth++) {
    at += EVENTS[nth % EVENTS.length]?.gapMs ?? 0;
    if (at >= seconds * 1_000) return times;
    times.push(at);
  }
}

/** Generates edits on demand. */
export class Typing {
  readonly #style: TypingStyle;
  readonly #edits: Edit[] = [];
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  #cursor = 0;
  /** The start of the current repetition of the trace, after the text of the previous ones. */
  #start = 0;

  constructor(style: TypingStyle = 'steady') {
    this.#style = style;
    this.#doc.clientID = WRITER;
    this.#doc.on('update', (update: Uint8Array, _origin, _doc, { deleteSet }: Y.Transaction) =>
      this.#record(update, deleteSet.clients.get(WRITER)?.[0]?.clock ?? null),
    );
  }

  /** Returns the edit with a number, counted from 1. */
  edit(seq: number): Edit {
    while (this.#edits.length < seq)
      if (this.#style === 'trace') this.#repeatTrace();
      else this.#type();
    const edit = this.#edits[seq - 1];
    if (!edit) throw new RangeError(`There is no edit ${seq}.`);
    return edit;
  }

  #type(): void {
    const typed = this.#edits.length;
    if (typed % JUMP_EVERY === 0) this.#cursor = (typed * 7_919) % (this.#text.length + 1);
    this.#text.insert(this.#cursor++, typed % 30 === 29 ? '\n' : String.fromCharCode(97 + (typed % 26)));
  }

  #repeatTrace(): void {
    const event = EVENTS[this.#edits.length % EVENTS.length];
    if (this.#edits.length % EVENTS.length === 0) this.#start = this.#text.length;
    if (!event) return;
    const { position, deleted, text } = event;
    if (deleted > 0) this.#text.delete(this.#start + position, deleted);
    else this.#text.insert(this.#start + position, text);
  }

  #record(update: Uint8Array, deleted: number | null): void {
    const seq = this.#edits.length + 1;
    const id = `edit-${String(seq).padStart(8, '0')}`;
    const clock = Y.getState(this.#doc.store, WRITER);
    this.#edits.push({ seq, id, update, base64: Buffer.from(update).toString('base64'), clock, deleted });
  }
}

/** Which of the writer's edits a receiver has. */
export class ReceivedEdits {
  #clock = 0;
  readonly #deleted = new Set<number>();

  /** Adds an update, which may contain several edits, also known ones or other clients'. */
  add(update: Uint8Array): void {
    this.#clock = Math.max(this.#clock, Y.parseUpdateMeta(update).to.get(WRITER) ?? 0);
    for (const { clock, len } of Y.decodeUpdate(update).ds.clients.get(WRITER) ?? [])
      for (let each = clock; each < clock + len; each++) this.#deleted.add(each);
  }

  has({ clock, deleted }: Edit): boolean {
    return deleted === null ? clock <= this.#clock : this.#deleted.has(deleted);
  }
}

/** Returns the text of all updates applied together. */
export function textAfter(updates: Uint8Array[]): string {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);

  return doc.getText(SHARED_TEXT).toJSON();
}
