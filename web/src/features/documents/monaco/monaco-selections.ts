import type { editor, ISelection } from 'monaco-editor';
import { offsetAfter } from '../sync/edits/text-delta.ts';
import type { Delta } from '../sync/edits/text-delta.ts';

/**
 * Applies a peer's change to an editor and restores the user's cursors and selections at their characters. Monaco would
 * move a cursor behind an insertion at it, so that the text of two users who type at one position is interleaved, and
 * would extend a selection over insertions at its edges, which the next key would then delete.
 */
export function withOwnSelections(codeEditor: editor.ICodeEditor, delta: Delta, apply: () => void): void {
  const model = codeEditor.getModel();
  const before = codeEditor.getSelections();
  if (!model || !before) return apply();
  const at = (lineNumber: number, column: number) => model.getOffsetAt({ lineNumber, column });
  const expected = before.map(
    ({ selectionStartLineNumber, selectionStartColumn, positionLineNumber, positionColumn }) =>
      movedBy(delta, at(selectionStartLineNumber, selectionStartColumn), at(positionLineNumber, positionColumn)),
  );
  apply();
  const selections = expected.map(([anchor, head]): ISelection => {
    const [start, position] = [model.getPositionAt(anchor), model.getPositionAt(head)];
    return {
      selectionStartLineNumber: start.lineNumber,
      selectionStartColumn: start.column,
      positionLineNumber: position.lineNumber,
      positionColumn: position.column,
    };
  });
  const after = codeEditor.getSelections() ?? [];
  // Setting selections that are already correct would end a composition.
  if (!selections.every((selection, index) => after[index]?.equalsSelection(selection)))
    codeEditor.setSelections(selections);
}

/** Returns a selection after a change: behind insertions at its start, before insertions at its end. */
function movedBy(delta: Delta, anchor: number, head: number): [anchor: number, head: number] {
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
  const end = offsetAfter(delta, to, false);
  const start = from === to ? end : Math.min(offsetAfter(delta, from, true), end);
  return anchor <= head ? [start, end] : [end, start];
}
