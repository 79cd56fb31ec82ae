import type * as Y from 'yjs';
import { endOfChange, offsetAfter } from './text-delta.ts';
import type { Delta } from './text-delta.ts';
import { beginsUndoStep, readEdit } from './undo-rule.ts';
import type { Edit, EditKind } from './undo-rule.ts';

/**
 * Divides what a person edits into steps to undo. The undo manager would by itself join all edits with short gaps;
 * here a rule decides for each edit, and the editor adds what only it knows.
 */
export class UndoSteps {
  /** Whether an edit begins a new step; an editor with steps of its own replaces it. */
  rule = beginsUndoStep;
  /** Where the change ends that was undone or done again last: the place to look at. */
  undoneAt = 0;
  /** Letters are being composed: however the editor replaces them, they are typed. */
  isComposing = false;
  readonly #undoManager: Y.UndoManager;
  #before: Edit | null = null;
  #kind: EditKind | null = null;

  constructor(text: Y.Text, undoManager: Y.UndoManager) {
    this.#undoManager = undoManager;
    undoManager.captureTimeout = Infinity;
    // Observers hear of a change before the undo manager does.
    text.observe((event, transaction) => this.#onChange(event.delta, transaction));
  }

  /** Ends the step: the next edit begins a new one. */
  end(): void {
    this.#before = null;
  }

  /** Says of the edit that comes next of what kind it is. */
  announce(kind: EditKind): void {
    this.#kind = kind;
  }

  #onChange(delta: Delta, { origin }: Y.Transaction): void {
    if (origin === this.#undoManager) {
      this.undoneAt = endOfChange(delta);
      return this.end();
    }
    if (!this.#undoManager.trackedOrigins.has(origin)) return this.#moveBy(delta);
    const edit = readEdit(delta, Date.now(), this.isComposing ? 'typing' : this.#kind);
    this.#kind = null;
    const begins = this.rule(this.#before, edit);
    if (begins) this.#undoManager.stopCapturing();
    this.#before = begins ? edit : { ...edit, typed: `${this.#before?.typed ?? ''}${edit.typed}` };
  }

  /** What others write moves the place where this person goes on. */
  #moveBy(delta: Delta): void {
    if (!this.#before) return;
    const { at, caret } = this.#before;
    this.#before = { ...this.#before, at: offsetAfter(delta, at, false), caret: offsetAfter(delta, caret, false) };
  }
}
