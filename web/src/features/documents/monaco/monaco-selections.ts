import type { editor, ISelection } from 'monaco-editor';
import { offsetAfter } from '../sync/text-delta.ts';
import type { Delta } from '../sync/text-delta.ts';

/**
 * Does to an editor what others did to its text, and leaves this person's cursors and selections at the letters they
 * were at. Monaco would take a cursor behind what is inserted at it, so that two people who type in one place get in
 * between each other's letters, and let a selection grow over what is inserted at its edges, so that typing over it
 * takes that away.
 */
export function withOwnSelections(shown: editor.ICodeEditor, delta: Delta, apply: () => void): void {
  const model = shown.getModel();
  const before = shown.getSelections();
  if (!model || !before) return apply();
  const at = (lineNumber: number, column: number) => model.getOffsetAt({ lineNumber, column });
  const meant = before.map(({ selectionStartLineNumber, selectionStartColumn, positionLineNumber, positionColumn }) =>
    movedBy(delta, at(selectionStartLineNumber, selectionStartColumn), at(positionLineNumber, positionColumn)),
  );
  apply();
  const selections = meant.map(([anchor, head]): ISelection => {
    const [start, position] = [model.getPositionAt(anchor), model.getPositionAt(head)];
    return {
      selectionStartLineNumber: start.lineNumber,
      selectionStartColumn: start.column,
      positionLineNumber: position.lineNumber,
      positionColumn: position.column,
    };
  });
  const after = shown.getSelections() ?? [];
  // Mostly Monaco is right already, and setting what is there would end a composition.
  if (!selections.every((selection, index) => after[index]?.equalsSelection(selection)))
    shown.setSelections(selections);
}

/** Where a selection is after a change: behind what is inserted at its start, before what is inserted at its end. */
function movedBy(delta: Delta, anchor: number, head: number): [anchor: number, head: number] {
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
  const end = offsetAfter(delta, to, false);
  const start = from === to ? end : Math.min(offsetAfter(delta, from, true), end);
  return anchor <= head ? [start, end] : [end, start];
}
