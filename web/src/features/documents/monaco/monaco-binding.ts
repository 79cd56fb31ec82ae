import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { editor } from 'monaco-editor';
import type * as Y from 'yjs';
import { rangeAt } from './monaco-range.ts';
import { withOwnSelections } from './monaco-selections.ts';
import { AROUND_CURSOR } from '../sync/edits/replace-from.ts';
import { isLengthAllowed, lengthOfAll, showTooLong } from '../sync/edits/length-limit.ts';

/**
 * Interval of comparing model and text, in milliseconds, because an edit that splits a surrogate pair can make them
 * differ.
 */
const COMPARE_EVERY_MS = 5_000;
/** `EndOfLineSequence.LF`. Importing the value would load Monaco, although only its types are needed. */
const LF = 0;

/**
 * Binds a Monaco model to a shared text, because y-monaco 0.1.6 does not build with Monaco ≥ 0.56 and its Ctrl+Z
 * deletes peers' text. The undo manager undoes, line ends are LF, and the changes of one event are one edit.
 */
export class MonacoBinding {
  readonly #model: editor.ITextModel;
  readonly #text: Y.Text;
  readonly #codeEditor: editor.ICodeEditor | undefined;
  readonly #cleanups: (() => void)[] = [];
  /** True while the text is written into the model, so that the model's event does not count as an edit. */
  #isApplying = false;
  #isCompared = false;

  /** `codeEditor` is the editor that shows the model. */
  constructor(model: editor.ITextModel, text: Y.Text, undoManager: Y.UndoManager, codeEditor?: editor.ICodeEditor) {
    this.#model = model;
    this.#text = text;
    this.#codeEditor = codeEditor;
    model.setEOL(LF);
    this.compare();
    undoManager.addTrackedOrigin(this);
    text.observe(this.#onText);
    const listening = model.onDidChangeContent((event) => this.#onModel(event));
    const comparing = setInterval(() => this.compare(), COMPARE_EVERY_MS);
    this.#cleanups.push(
      () => listening.dispose(),
      () => clearInterval(comparing),
      () => text.unobserve(this.#onText),
      () => undoManager.removeTrackedOrigin(this),
      replaceUndo(model, undoManager),
    );
  }

  destroy(): void {
    for (const cleanUp of this.#cleanups.splice(0)) cleanUp();
  }

  /** Corrects the model if it differs from the text; cheap if nothing changed since the last call. */
  compare(): void {
    if (this.#isCompared) return;
    this.#isCompared = true;
    const [shown, expected] = [this.#model.getValue(), this.#text.toString()];
    if (shown === expected) return;
    const shortest = Math.min(shown.length, expected.length);
    let start = 0;
    while (start < shortest && shown[start] === expected[start]) start++;
    let end = 0;
    while (end < shortest - start && shown.at(-1 - end) === expected.at(-1 - end)) end++;
    this.#apply([
      { range: rangeAt(this.#model, start, shown.length - end), text: expected.slice(start, expected.length - end) },
    ]);
  }

  readonly #onText = (event: Y.YTextEvent, transaction: Y.Transaction): void => {
    this.#isCompared = false;
    if (transaction.origin === this) return;
    const edits: editor.IIdentifiedSingleEditOperation[] = [];
    let at = 0;
    for (const { retain, insert, delete: removed } of event.delta) {
      if (typeof insert === 'string')
        edits.push({ range: rangeAt(this.#model, at, at), text: insert, forceMoveMarkers: false });
      if (removed !== undefined) edits.push({ range: rangeAt(this.#model, at, at + removed), text: '' });
      // All ranges are from before the event, so an insertion does not move the next one.
      at += (retain ?? 0) + (removed ?? 0);
    }
    // An own undo moves the cursor to the change.
    if (this.#codeEditor && (!transaction.local || transaction.origin === AROUND_CURSOR))
      withOwnSelections(this.#codeEditor, event.delta, () => this.#apply(edits));
    else this.#apply(edits);
    if (this.#model.getValueLength() !== this.#text.length) this.compare();
  };

  #onModel({ changes }: editor.IModelContentChangedEvent): void {
    this.#isCompared = false;
    if (this.#isApplying) return;
    const lastFirst = changes
      .toSorted((a, b) => b.rangeOffset - a.rangeOffset)
      .map(({ rangeOffset: at, rangeLength: removed, text }) => ({ at, removed, added: cleanCode(text) }));
    const before = this.#text.doc ? lengthOfAll(this.#text.doc) : this.#text.length;
    const length = lastFirst.reduce((sum, { removed, added }) => sum - removed + added.length, before);
    if (!isLengthAllowed(length, before)) return this.#revert(length, changes);
    this.#text.doc?.transact(() => {
      for (const { at, removed, added } of lastFirst) {
        if (removed > 0) this.#text.delete(at, removed);
        if (added !== '') this.#text.insert(at, added);
      }
    }, this);
    if (this.#model.getValueLength() !== this.#text.length) this.compare();
  }

  /** Reverts an edit if it would make the files too long, and restores the selection. */
  #revert(length: number, changes: editor.IModelContentChange[]): void {
    this.compare();
    const [first] = changes;
    if (first) this.#codeEditor?.setSelection(first.range);
    if (this.#text.doc) showTooLong(length, this.#text.doc);
  }

  #apply(edits: editor.IIdentifiedSingleEditOperation[]): void {
    this.#isApplying = true;
    try {
      this.#model.applyEdits(edits);
    } finally {
      this.#isApplying = false;
    }
  }
}

/** Redirects the model's undo and redo, because Monaco's own history would also undo peers' text. */
function replaceUndo(model: editor.ITextModel, undoManager: Y.UndoManager): () => void {
  const original = { undo: model.undo, redo: model.redo };
  Object.assign(model, { undo: () => void undoManager.undo(), redo: () => void undoManager.redo() });
  return () => Object.assign(model, original);
}
