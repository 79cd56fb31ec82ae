import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import * as Y from 'yjs';
import { changeBetween, changedText, type TextChange } from './text-change.ts';
import { EditPlace } from './edit-place.ts';

/** Matches half of a character that takes two units. */
const HALF = /[\ud800-\udfff]/;

/** Applies a document's updates in order, and returns their changes of its text. */
export class EditReplay {
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(SHARED_TEXT);
  readonly #place = new EditPlace();
  #changes: TextChange[] = [];
  #failed = 0;
  #waiting = 0;
  #waitingBytes = 0;
  /**
   * The text, once it may have characters that a change can divide, because Yjs replaces both halves without a report.
   */
  #whole: string | null = null;

  constructor() {
    this.#text.observe((event) => this.#changes.push(...(this.#place.changeOf(event) ?? changesOf(event.delta))));
  }

  /** Edits that could not be applied so far. */
  get unapplied(): number {
    return this.#failed + this.#waiting;
  }

  /** Returns the present text. */
  text(): string {
    return this.#text.toJSON();
  }

  /** Applies an update. If it is broken, it changes nothing and is counted. */
  apply(bytes: Uint8Array): TextChange[] {
    this.#changes = [];
    try {
      Y.applyUpdate(this.#doc, bytes);
    } catch {
      this.#failed++;
    }
    this.#countWaiting();
    return this.#exact(this.#changes);
  }

  /** Frees the document's memory. */
  close(): void {
    this.#doc.destroy();
  }

  // If updates build on missing ones, Yjs holds them back, and applies them when the missing ones arrive.
  #countWaiting(): void {
    const { pendingStructs, pendingDs } = this.#doc.store;
    const bytes = (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
    if (bytes === 0) this.#waiting = 0;
    else if (bytes > this.#waitingBytes) this.#waiting++;
    this.#waitingBytes = bytes;
  }

  #exact(changes: TextChange[]): TextChange[] {
    const before = this.#whole;
    if (before === null) {
      if (changes.some(([, , inserted]) => HALF.test(inserted))) this.#whole = this.text();
      return changes;
    }
    const after = (this.#whole = this.text());
    if (changedText(before, changes) === after) return changes;
    const change = changeBetween(before, after);
    return change ? [change] : [];
  }
}

function changesOf(delta: Y.YTextEvent['delta']): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  for (const { retain = 0, delete: deleted = 0, insert = '' } of delta) {
    at += retain;
    const inserted = typeof insert === 'string' ? insert : '';
    if (deleted > 0 || inserted !== '') changes.push([at, deleted, inserted]);
    at += inserted.length;
  }
  return changes;
}
