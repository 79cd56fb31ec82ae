import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type * as Y from 'yjs';
import { EditPlace } from './edit-place.ts';
import { changeBetween, changedText, type TextChange } from './text-change.ts';

/** Matches half of a character that takes two units. */
const HALF = /[\ud800-\udfff]/;

/** A file of a replayed document, with its changes since they were last taken. */
export class ReplayedFile {
  readonly #text: Y.Text;
  readonly #root: string;
  readonly #place = new EditPlace();
  #changes: TextChange[] = [];
  /**
   * The text, once it may have characters that a change can divide, because Yjs replaces both halves without a report.
   */
  #whole: string | null = null;

  constructor(text: Y.Text, root: string) {
    this.#text = text;
    this.#root = root;
  }

  /** Calls back after each change. */
  onChange(changed: () => void): void {
    this.#text.observe((event) => {
      this.#changes.push(...(this.#place.changeOf(event) ?? changesOf(event.delta)));
      changed();
    });
  }

  /** Returns the changes since the last call, with the file's text unless it is the first file. */
  takeChanges(): TextChange[] {
    const changes = this.#exact(this.#changes);
    this.#changes = [];
    if (this.#root === SHARED_TEXT) return changes;
    return changes.map(([at, deleted, inserted]) => [at, deleted, inserted, this.#root]);
  }

  #exact(changes: TextChange[]): TextChange[] {
    const before = this.#whole;
    if (before === null) {
      if (changes.some(([, , inserted]) => HALF.test(inserted))) this.#whole = this.#text.toJSON();
      return changes;
    }
    const after = (this.#whole = this.#text.toJSON());
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
