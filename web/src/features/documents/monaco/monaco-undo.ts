import type { editor } from 'monaco-editor';
import type { TypingGate } from '../sync/typing-gate.ts';

/** Has Monaco's own boundaries end steps to undo, and brings the cursor to what is undone. Returns the way to stop. */
export function followMonaco(shown: editor.ICodeEditor, { undoManager, undoSteps }: TypingGate): () => void {
  const model = shown.getModel();
  if (!model) return () => undefined;
  const { pushStackElement } = model;
  // Monaco calls it wherever VS Code ends a step: at a moved cursor, before and after a paste or a command.
  model.pushStackElement = () => {
    undoSteps.end();
    pushStackElement.call(model);
  };
  const showUndone = () => {
    const place = model.getPositionAt(undoSteps.undoneAt);
    shown.setPosition(place);
    shown.revealPositionInCenterIfOutsideViewport(place);
  };
  undoManager.on('stack-item-popped', showUndone);
  const composing = [
    shown.onDidCompositionStart(() => (undoSteps.isComposing = true)),
    shown.onDidCompositionEnd(() => (undoSteps.isComposing = false)),
  ];
  return () => {
    Object.assign(model, { pushStackElement });
    undoManager.off('stack-item-popped', showUndone);
    undoSteps.isComposing = false;
    for (const each of composing) each.dispose();
  };
}
