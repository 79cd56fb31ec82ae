import { newDiffBudget } from './bounded-diff.ts';
import { keepUnseenInserts } from './keep-unseen-inserts.ts';
import { Delta, deltaSize, textDelta } from './text-delta.ts';

/** A text that the client may show, and how the document has changed since. */
interface ShownText {
  text: string;
  since: Delta;
  /** Number of the push; absent for the text the client joined with or sent. */
  push?: number;
}

/**
 * Pushed texts that are retained for a client that never acknowledges. Measured on random schedules with 3 such
 * clients: 8 lost 6 % of what they typed among themselves, 16 lost 0.02 %, 64 lost nothing.
 */
const SHOWN_TEXTS_MAX = 64;
/** UTF-16 units that the retained texts may have together. */
const SHOWN_CHARS_MAX = 4_000_000;

/**
 * The texts that one full-text client may show. A text it sends is an edit of the text it was showing, not a
 * replacement of the document: the edit is transformed over all changes since, so that it deletes no text of other
 * participants. If the client acknowledges its pushes, the base is exact; if it never does, the base is the shown text
 * that makes the edit smallest.
 */
export class FullTextView {
  // Oldest first. The first is the last text that the client certainly showed; the others are pushes in flight.
  #shown: ShownText[];
  /**
   * Pushes from which, or from a later one, a text seemed to come before any was acknowledged. If the client
   * acknowledges one after all, that text came from an older one, and the push has replaced it on the screen.
   */
  #passed: ShownText[] = [];
  #pushes: number;
  /** True while the push that serves as the base of the client's text may still be in flight. */
  #isCrossed = false;

  /** `earlier` is the view of the participant's lost connection: the client may still show the same texts. */
  constructor(text: string, earlier?: FullTextView) {
    this.#shown = [...(earlier ? earlier.#shown : []), { text, since: new Delta() }];
    // Continues the numbering, so that a push of this connection is not mistaken for a push of the earlier one.
    this.#pushes = earlier ? earlier.#pushes : 0;
  }

  /** Records a change of the document. Must be called for every change, edits of this client included. */
  onChange(change: Delta): void {
    for (const shown of this.#retained) shown.since = shown.since.compose(change);
  }

  /** Returns the number of operations that the changes since the retained texts have after a change, at most. */
  operationsAfter(change: Delta): number {
    return this.#retained.reduce((sum, { since }) => sum + since.ops.length + change.ops.length, 0);
  }

  /**
   * Forgets all texts but the document's current one, which the client does not show yet. Forgotten pushes may still be
   * in flight.
   */
  startOver(text: string): void {
    this.#shown = [{ text, since: new Delta() }];
    this.#passed = [];
    this.#isCrossed = true;
  }

  /** Records a text that is pushed to the client now. Returns the number of the push. */
  onPush(text: string): number {
    this.#shown.push({ text, since: new Delta(), push: ++this.#pushes });
    while (this.#shown.length > SHOWN_TEXTS_MAX || (this.#shown.length > 2 && charsOf(this.#shown) > SHOWN_CHARS_MAX))
      this.#shown.splice(1, 1);
    return this.#pushes;
  }

  /**
   * Records that the client shows this push; older ones expire. Returns its text, or undefined if this push had
   * expired.
   */
  onAck(push: number): string | undefined {
    const passed = this.#passed.findIndex((shown) => shown.push === push);
    // Without the received text, which was on the screen before the push.
    if (passed >= 0) this.#shown.splice(0, 1, ...this.#passed.slice(passed));
    this.#passed = [];
    const index = this.#shown.findIndex((shown) => shown.push === push);
    if (index > 0) this.#shown.splice(0, index);
    this.#isCrossed = false;
    return index < 0 ? undefined : this.#shown[0]?.text;
  }

  /**
   * Handles a full text that the client sent: calls `apply` with the equivalent edit of `document`. Afterwards the
   * client certainly shows that text. If `exact`, the client acknowledges its pushes, and the last acknowledged text is
   * the base. Otherwise the edit deletes nothing that the client may not have seen: such text stays, and is pushed to
   * the client again.
   */
  receive(text: string, { exact, document }: { exact: boolean; document: string }, apply: (edit: Delta) => void): void {
    const { index, edit, isTied } = this.#smallestEdit(text, exact ? 1 : this.#shown.length);
    const [certain] = this.#shown;
    const base = this.#shown[index];
    if (!base || !certain) throw new Error('The view has no shown text.');
    // The changes since, rebased onto the received text: both orders lead to the same document.
    const since = edit.transform(base.since, false);
    const rebased = base.since.transform(edit, true);
    const kept = exact ? { edit: rebased, restored: new Delta() } : keepUnseenInserts(rebased, certain.since, document);
    apply(kept.edit);
    // If texts are equal or equally near, it is unknown which was on the screen; the chosen one may be in flight.
    const isTwin = text === base.text || this.#shown.slice(0, index).some((shown) => shown.text === base.text);
    if (index > 0) this.#isCrossed = isTwin || isTied;
    // A tied base may be in flight to a client that never acknowledges as well.
    const later = this.#shown.slice(isTied && !isTwin ? index : index + 1);
    this.#passed.push(...this.#shown.slice(1, this.#shown.length - later.length));
    while (this.#passed.length > SHOWN_TEXTS_MAX || charsOf(this.#passed) > SHOWN_CHARS_MAX) this.#passed.shift();
    this.#shown = [{ text, since: since.compose(kept.restored) }, ...later];
  }

  /** Forgets what only an acknowledgement would use, because the client sends none. */
  expectNoAcks(): void {
    this.#passed = [];
  }

  /** True if an earlier push may still overwrite, on the client's screen, the text it sent last. */
  get mayBeOverwritten(): boolean {
    return this.#isCrossed || this.#shown.length > 1;
  }

  /** True if a text deletes something, compared with the nearest text that the client may show. */
  isDeletion(text: string): boolean {
    return this.#smallestEdit(text, this.#shown.length).edit.ops.some((op) => op.delete !== undefined);
  }

  get #retained(): ShownText[] {
    return [...this.#passed, ...this.#shown];
  }

  /** `isTied` is true if an earlier text is as near as the returned one. */
  #smallestEdit(text: string, count: number): { index: number; edit: Delta; isTied: boolean } {
    const budget = newDiffBudget();
    let nearest = { index: 0, edit: new Delta(), size: Infinity, isTied: false };
    // The latest first, because the client mostly shows one of them, so that the budget goes to them.
    for (let index = count - 1; index >= 0; index--) {
      const edit = textDelta(this.#shown[index]?.text ?? '', text, budget);
      const size = deltaSize(edit);
      if (size < nearest.size) nearest = { index, edit, size, isTied: false };
      else if (size === nearest.size) nearest.isTied = true;
    }
    return nearest;
  }
}

const charsOf = (texts: readonly ShownText[]) => texts.reduce((sum, { text }) => sum + text.length, 0);
