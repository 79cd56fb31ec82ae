import type * as Y from 'yjs';
import { endOfChange, offsetAfter } from '../edits/text-delta.ts';
import type { Delta } from '../edits/text-delta.ts';
import { beginsUndoStep, readEdit } from './undo-rule.ts';
import type { Edit, EditKind } from './undo-rule.ts';

/**
 * Divides the user's edits into undo steps. The undo manager alone would join all edits with short gaps; here a rule
 * decides for each edit, and the editor adds facts that only it knows.
 */
export class UndoSteps {
  /** Whether an edit begins a new step; Vim replaces the rule. */
  rule = beginsUndoStep;
  /** End of the last undone or redone change, where the editor puts the cursor. */
  undoneAt = 0;
  /** During a composition every replacement counts as typing. */
  isComposing = false;
  readonly #undoManager: Y.UndoManager;
  #before: Edit | null = null;
  #kind: EditKind | null = null;
  #isJoined = false;

  constructor(text: Y.Text, undoManager: Y.UndoManager) {
    this.#undoManager = undoManager;
    undoManager.captureTimeout = Infinity;
    // Observers run before the undo manager.
    text.observe((event, transaction) => this.#onChange(event.delta, transaction));
  }

  /** Ends the step: the next edit begins a new one. */
  end(): void {
    this.#before = null;
  }

  /** Counts the next edit into the present step. */
  join(): void {
    this.#isJoined = true;
  }

  /** Sets the kind of the next edit. */
  announce(kind: EditKind): void {
    this.#kind = kind;
  }

  #onChange(delta: Delta, { origin }: Y.Transaction): void {
    if (origin === this.#undoManager) {
      this.undoneAt = endOfChange(delta);
      return this.end();
    }
    if (this.#isJoined || !this.#undoManager.trackedOrigins.has(origin)) {
      this.#isJoined = false;
      return this.#moveBy(delta);
    }
    const edit = readEdit(delta, Date.now(), this.isComposing ? 'typing' : this.#kind);
    this.#kind = null;
    const begins = this.rule(this.#before, edit);
    if (begins) this.#undoManager.stopCapturing();
    this.#before = begins ? edit : { ...edit, typed: `${this.#before?.typed ?? ''}${edit.typed}` };
  }

  /** Moves the end of the last edit along with peers' changes. */
  #moveBy(delta: Delta): void {
    if (!this.#before) return;
    const { at, caret } = this.#before;
    this.#before = { ...this.#before, at: offsetAfter(delta, at, false), caret: offsetAfter(delta, caret, false) };
  }
}
