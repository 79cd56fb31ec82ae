import type { editor } from 'monaco-editor';
import type { EditorHandle } from '../editor/languages/editor-pane.ts';
import { rangeAt } from './monaco-range.ts';

type CaretHandle = Pick<EditorHandle, 'hasFocus' | 'isCommanding' | 'selection' | 'select' | 'caret' | 'onCaretMove'>;

/** Returns the commands about Monaco's cursor. */
export function caretHandle(shown: editor.IStandaloneCodeEditor, model: editor.ITextModel): CaretHandle {
  return {
    hasFocus: () => shown.hasTextFocus(),
    isCommanding: () => false,
    selection() {
      const selected = shown.getSelection();
      if (!selected) return { from: 0, to: 0 };
      return { from: model.getOffsetAt(selected.getStartPosition()), to: model.getOffsetAt(selected.getEndPosition()) };
    },
    select(index) {
      shown.setSelection(rangeAt(model, index, index));
      shown.revealPositionInCenterIfOutsideViewport(model.getPositionAt(index));
    },
    caret() {
      const position = shown.getPosition();
      const drawn = position && shown.getScrolledVisiblePosition(position);
      const around = shown.getDomNode()?.getBoundingClientRect();
      if (!drawn || !around) return null;
      return { left: around.left + drawn.left, top: around.top + drawn.top, height: drawn.height };
    },
    onCaretMove(listener) {
      const listening = [
        shown.onDidScrollChange(listener),
        shown.onDidLayoutChange(listener),
        shown.onDidChangeCursorPosition(listener),
      ];
      return () => listening.forEach((each) => each.dispose());
    },
  };
}
