import type { editor } from 'monaco-editor';
import type { EditedFile } from '../sync/edited-file.ts';

/**
 * Ends undo steps at Monaco's own boundaries and moves the cursor to an undone change. Returns the function that stops
 * it.
 */
export function trackMonacoUndo(codeEditor: editor.ICodeEditor, { undoManager, undoSteps }: EditedFile): () => void {
  const model = codeEditor.getModel();
  if (!model) return () => undefined;
  const { pushStackElement } = model;
  // Monaco calls it at the ends of VS Code's steps: at a moved cursor, before and after a paste or a command.
  model.pushStackElement = () => {
    undoSteps.end();
    pushStackElement.call(model);
  };
  const moveToUndone = () => {
    const position = model.getPositionAt(undoSteps.undoneAt);
    codeEditor.setPosition(position);
    codeEditor.revealPositionInCenterIfOutsideViewport(position);
  };
  undoManager.on('stack-item-popped', moveToUndone);
  const listeners = [
    codeEditor.onDidCompositionStart(() => (undoSteps.isComposing = true)),
    codeEditor.onDidCompositionEnd(() => (undoSteps.isComposing = false)),
  ];
  return () => {
    Object.assign(model, { pushStackElement });
    undoManager.off('stack-item-popped', moveToUndone);
    undoSteps.isComposing = false;
    for (const each of listeners) each.dispose();
  };
}
