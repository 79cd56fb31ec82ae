import { EditorView, ViewPlugin } from '@codemirror/view';
import type { EditorHandle } from '../editor/languages/editor-pane.ts';

type CaretHandle = Pick<EditorHandle, 'hasFocus' | 'isCommanding' | 'selection' | 'select' | 'caret' | 'onCaretMove'>;

/** Calls its listeners when the cursor may be drawn elsewhere. */
export const caretMoves = ViewPlugin.define((view) => {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  view.scrollDOM.addEventListener('scroll', tell);
  return {
    listeners,
    update: ({ geometryChanged, selectionSet, docChanged }) => {
      if (geometryChanged || selectionSet || docChanged) tell();
    },
    destroy: () => view.scrollDOM.removeEventListener('scroll', tell),
  };
});

/** Lets a tap place the cursor of an editor that cannot be edited, because browsers do so in editable text only. */
export const tapsPlaceCursor = EditorView.domEventHandlers({
  click(event, view) {
    const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
    const place = isTap ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
    if (place !== null) view.dispatch({ selection: { anchor: place } });
    return false;
  },
});

/** Returns the commands about CodeMirror's cursor. */
export function caretHandle(view: EditorView): CaretHandle {
  return {
    hasFocus: () => view.hasFocus,
    // Vim marks the editor while letters are commands.
    isCommanding: () => view.scrollDOM.classList.contains('cm-vimMode'),
    selection: () => ({ from: view.state.selection.main.from, to: view.state.selection.main.to }),
    select: (index) => view.dispatch({ selection: { anchor: index }, scrollIntoView: true }),
    caret() {
      const drawn = view.coordsAtPos(view.state.selection.main.head);
      return drawn && { left: drawn.left, top: drawn.top, height: drawn.bottom - drawn.top };
    },
    onCaretMove(listener) {
      const listeners = view.plugin(caretMoves)?.listeners;
      listeners?.add(listener);
      return () => listeners?.delete(listener);
    },
  };
}
