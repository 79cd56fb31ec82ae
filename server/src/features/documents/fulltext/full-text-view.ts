import { freshEffort } from './bounded-diff.ts';
import { spareUnseen } from './keep-unseen-inserts.ts';
import { Delta, deltaSize, textDelta } from './text-delta.ts';

/** A text a plain client may be showing, and what has happened to the document since. */
interface ShownText {
  text: string;
  since: Delta;
  /** Which push it was; none for what the client came with or sent. */
  push?: number;
}

/**
 * How many pushed texts are remembered for a client that never says which it shows. Measured on random schedules
 * with 3 such clients: 8 lost 6 % of what they typed among themselves, 16 lost 0.02 %, 64 lost nothing.
 */
const REMEMBERED = 64;
/** How many characters the remembered texts may have together. */
const REMEMBERED_CHARS = 4_000_000;

/**
 * What one plain client (full texts only) is shown. A text it sends is an edit of the text it was showing, not
 * a replacement of the document: the edit is carried over everything that happened since, so that it takes away
 * nothing of others. A client that acknowledges its pushes is followed exactly; for one that never does, the
 * text that makes its edit smallest is taken.
 */
export class PlainView {
  // Oldest first. The first is what the client showed last for certain; the rest are pushes on their way to it.
  #shown: ShownText[];
  #pushes: number;
  /** True while a pushed text that equals what the client sent may be under way still. */
  #isCrossed = false;

  /** `earlier` is the view of a connection the same person lost: they may still show what that one showed. */
  constructor(text: string, earlier?: PlainView) {
    this.#shown = [...(earlier ? earlier.#shown : []), { text, since: new Delta() }];
    // Goes on counting: no push of this connection may be taken for one of that.
    this.#pushes = earlier ? earlier.#pushes : 0;
  }

  /** Takes note of a change of the document; has to be told of every one, its own edits too. */
  documentChanged(change: Delta): void {
    for (const shown of this.#shown) shown.since = shown.since.compose(change);
  }

  /** Remembers a text that is pushed to the client now; answers with the number of the push. */
  pushed(text: string): number {
    this.#shown.push({ text, since: new Delta(), push: ++this.#pushes });
    while (this.#shown.length > REMEMBERED || (this.#shown.length > 2 && this.#chars > REMEMBERED_CHARS))
      this.#shown.splice(1, 1);
    return this.#pushes;
  }

  /** The client shows this push now; older ones are over. Answers with its text, undefined when it is over itself. */
  acknowledged(push: number): string | undefined {
    const index = this.#shown.findIndex((shown) => shown.push === push);
    if (index > 0) this.#shown.splice(0, index);
    this.#isCrossed = false;
    return index < 0 ? undefined : this.#shown[0]?.text;
  }

  /**
   * Takes a full text the client sent: `apply` gets the edit of `document` that it means. Afterwards the client is
   * known to show that text. `exact` says that the client acknowledges its pushes, so that the last acknowledged text
   * is its base. Otherwise what it may not have seen yet is not taken away: it stays, and goes to the client again.
   */
  receive(text: string, { exact, document }: { exact: boolean; document: string }, apply: (edit: Delta) => void): void {
    const { index, edit } = this.#smallestEdit(text, exact ? 1 : this.#shown.length);
    const [certain] = this.#shown;
    const base = this.#shown[index];
    if (!base || !certain) throw new Error('A view always shows something.');
    // What others did since, as seen from the received text: both orders lead to the same document.
    const since = edit.transform(base.since, false);
    const carried = base.since.transform(edit, true);
    const spared = exact ? { edit: carried, restored: new Delta() } : spareUnseen(carried, certain.since, document);
    apply(spared.edit);
    // Of equal texts nobody can say which one was on the screen; a later one may be under way.
    const isTwin = text === base.text || this.#shown.slice(0, index).some((shown) => shown.text === base.text);
    if (index > 0) this.#isCrossed = isTwin;
    this.#shown = [{ text, since: since.compose(spared.restored) }, ...this.#shown.slice(index + 1)];
  }

  /** Whether a text that was pushed before may overwrite, on the client's screen, what it sent last. */
  get mayBeOverwritten(): boolean {
    return this.#isCrossed || this.#shown.length > 1;
  }

  /** Whether a text takes something away, made from the nearest of the texts that the client may show. */
  isDeletion(text: string): boolean {
    return this.#smallestEdit(text, this.#shown.length).edit.ops.some((op) => op.delete !== undefined);
  }

  get #chars(): number {
    return this.#shown.reduce((sum, { text }) => sum + text.length, 0);
  }

  #smallestEdit(text: string, count: number): { index: number; edit: Delta } {
    const effort = freshEffort();
    let nearest = { index: 0, edit: new Delta(), size: Infinity };
    // The latest first: the client mostly shows one of them, and the effort goes to them.
    for (let index = count - 1; index >= 0; index--) {
      const edit = textDelta(this.#shown[index]?.text ?? '', text, effort);
      const size = deltaSize(edit);
      if (size < nearest.size) nearest = { index, edit, size };
    }
    return nearest;
  }
}
