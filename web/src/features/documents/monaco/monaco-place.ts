import type { editor } from 'monaco-editor';
import { enterFile, keepPlace, placeIn } from '../editor/file-place.ts';
import type { Cursors } from '../sync/cursors/cursors.ts';
import type { EditedFile } from '../sync/edited-file.ts';

/** The file that an editor showed last. */
const shownIn = new WeakMap<editor.ICodeEditor, string>();

/**
 * Brings an editor, which shows all files in one model, to the place where its user left the file. Returns the function
 * that keeps the place when another file is shown.
 */
export function holdMonacoPlace(codeEditor: editor.ICodeEditor, file: EditedFile, cursors: Cursors): () => void {
  const model = codeEditor.getModel();
  if (!model) return () => undefined;
  const before = shownIn.get(codeEditor) ?? file.root;
  shownIn.set(codeEditor, file.root);
  if (before !== file.root) {
    const { anchor, head, top } = placeIn(file) ?? { anchor: 0, head: 0, top: 0 };
    const [start, position] = [model.getPositionAt(anchor), model.getPositionAt(head)];
    codeEditor.setSelection({
      selectionStartLineNumber: start.lineNumber,
      selectionStartColumn: start.column,
      positionLineNumber: position.lineNumber,
      positionColumn: position.column,
    });
    codeEditor.setScrollTop(top === 0 ? 0 : codeEditor.getTopForPosition(model.getPositionAt(top).lineNumber, 1));
    enterFile(cursors, file, { anchor, head });
  }
  return () => {
    const selection = codeEditor.getSelection();
    const line = codeEditor.getScrollTop() === 0 ? 1 : (codeEditor.getVisibleRanges()[0]?.startLineNumber ?? 1);
    if (!selection) return;
    const { selectionStartLineNumber: lineNumber, selectionStartColumn: column } = selection;
    keepPlace(file, {
      anchor: model.getOffsetAt({ lineNumber, column }),
      head: model.getOffsetAt(selection.getPosition()),
      top: model.getOffsetAt({ lineNumber: line, column: 1 }),
    });
  };
}
