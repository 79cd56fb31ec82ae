import type { editor } from 'monaco-editor';
import type { TypingGate } from '../sync/typing-gate.ts';

/**
 * Ends undo steps at Monaco's own boundaries and moves the cursor to an undone change. Returns the function that stops
 * it.
 */
export function trackMonacoUndo(codeEditor: editor.ICodeEditor, { undoManager, undoSteps }: TypingGate): () => void {
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
