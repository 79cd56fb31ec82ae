import { cleanCode } from '@cip/contracts/code-text';
import type { editor } from 'monaco-editor';
import type * as Y from 'yjs';
import { rangeAt } from './monaco-range.ts';
import { withOwnSelections } from './monaco-selections.ts';
import { isLengthAllowed, showTooLong } from '../sync/length-limit.ts';

/** The two are compared this often, in milliseconds: an edit that splits a surrogate pair can part them. */
const COMPARE_EVERY_MS = 5_000;
/** `EndOfLineSequence.LF`; the value itself would pull Monaco in where only types are wanted. */
const LF = 0;

/**
 * Binds a Monaco model to a shared text. Not y-monaco: its Ctrl+Z deletes other people's text and it does not build
 * with this Monaco. Undo is the undo manager's, line ends are LF, and what one event changes is one edit.
 */
export class MonacoBinding {
  readonly #model: editor.ITextModel;
  readonly #text: Y.Text;
  readonly #shown: editor.ICodeEditor | undefined;
  readonly #ends: (() => void)[] = [];
  /** True while the text is written into the model, so that the model's own event is not an edit of the person. */
  #isApplying = false;
  #isCompared = false;

  /** `shown` is the editor that shows the model, in which somebody has their cursor. */
  constructor(model: editor.ITextModel, text: Y.Text, undoManager: Y.UndoManager, shown?: editor.ICodeEditor) {
    this.#model = model;
    this.#text = text;
    this.#shown = shown;
    model.setEOL(LF);
    this.compare();
    undoManager.addTrackedOrigin(this);
    text.observe(this.#onText);
    const listening = model.onDidChangeContent((event) => this.#onModel(event));
    const comparing = setInterval(() => this.compare(), COMPARE_EVERY_MS);
    this.#ends.push(
      () => listening.dispose(),
      () => clearInterval(comparing),
      () => text.unobserve(this.#onText),
      () => undoManager.removeTrackedOrigin(this),
      replaceUndo(model, undoManager),
    );
  }

  destroy(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** Makes the model say what the text says, should they differ; cheap when nothing changed since. */
  compare(): void {
    if (this.#isCompared) return;
    this.#isCompared = true;
    const [shown, meant] = [this.#model.getValue(), this.#text.toString()];
    if (shown === meant) return;
    const shortest = Math.min(shown.length, meant.length);
    let start = 0;
    while (start < shortest && shown[start] === meant[start]) start++;
    let end = 0;
    while (end < shortest - start && shown.at(-1 - end) === meant.at(-1 - end)) end++;
    this.#apply([
      { range: rangeAt(this.#model, start, shown.length - end), text: meant.slice(start, meant.length - end) },
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
      // All ranges are those before the event, so what is inserted does not move the next one.
      at += (retain ?? 0) + (removed ?? 0);
    }
    // What somebody takes back themselves brings their cursor along.
    if (this.#shown && !transaction.local) withOwnSelections(this.#shown, event.delta, () => this.#apply(edits));
    else this.#apply(edits);
    if (this.#model.getValueLength() !== this.#text.length) this.compare();
  };

  #onModel({ changes }: editor.IModelContentChangedEvent): void {
    this.#isCompared = false;
    if (this.#isApplying) return;
    const lastFirst = changes
      .toSorted((a, b) => b.rangeOffset - a.rangeOffset)
      .map(({ rangeOffset: at, rangeLength: removed, text }) => ({ at, removed, added: cleanCode(text) }));
    const before = this.#text.length;
    const length = lastFirst.reduce((sum, { removed, added }) => sum - removed + added.length, before);
    if (!isLengthAllowed(length, before)) return this.#takeBack(length, changes);
    this.#text.doc?.transact(() => {
      for (const { at, removed, added } of lastFirst) {
        if (removed > 0) this.#text.delete(at, removed);
        if (added !== '') this.#text.insert(at, added);
      }
    }, this);
    if (this.#model.getValueLength() !== this.#text.length) this.compare();
  }

  /** Undoes an edit that would make the text too long, and selects again what it had replaced. */
  #takeBack(length: number, changes: editor.IModelContentChange[]): void {
    this.compare();
    const [first] = changes;
    if (first) this.#shown?.setSelection(first.range);
    showTooLong(length);
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

/** Monaco's undo commands call the model; its own history knows nothing of whose text it removes. */
function replaceUndo(model: editor.ITextModel, undoManager: Y.UndoManager): () => void {
  const own = { undo: model.undo, redo: model.redo };
  Object.assign(model, { undo: () => void undoManager.undo(), redo: () => void undoManager.redo() });
  return () => Object.assign(model, own);
}
