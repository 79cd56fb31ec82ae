import { insertBracket } from '@codemirror/autocomplete';
import { indentLess } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { logProblem } from '../../../shared/log.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { caretHandle } from './codemirror-caret.ts';
import { indent } from './codemirror-indent.ts';
import { goToLine, markProblem } from './codemirror-problem.ts';
import type { EditorHandle } from '../editor/languages/editor-pane.ts';
import type { EditedFile } from '../sync/edited-file.ts';

/** Margin around a revealed position, in CSS pixels. */
const REVEAL_MARGIN_PX = 80;

/** Returns the commands of a CodeMirror that edits a file. */
export function codeMirrorHandle(
  view: EditorView,
  { undoManager }: Pick<EditedFile, 'undoManager'>,
  commands: Pick<EditorHandle, 'replaceLookalikes' | 'format'>,
): EditorHandle {
  return {
    focus: () => view.focus(),
    insert: (text) =>
      view.dispatch(insertBracket(view.state, text) ?? view.state.replaceSelection(text), {
        scrollIntoView: true,
        userEvent: 'input.type',
      }),
    reveal: (index) => {
      const position = Math.min(index, view.state.doc.length);
      view.dispatch({ effects: EditorView.scrollIntoView(position, { y: 'nearest', yMargin: REVEAL_MARGIN_PX }) });
    },
    indent: () => void indent(view),
    outdent: () => void indentLess(view),
    find: () => void find(view),
    undo: () => undoManager.undo(),
    redo: () => undoManager.redo(),
    mark: (problem) => markProblem(view, problem),
    goTo: (line, column) => goToLine(view, line, column),
    ...commands,
    ...caretHandle(view),
  };
}

/** Opens find and replace, whose code the editor loads after its first letters. */
async function find(view: EditorView): Promise<void> {
  try {
    const { openFind } = await import('./codemirror-search.ts');
    openFind(view);
  } catch (cause) {
    logProblem('Find could not be loaded', cause);
    toast('bad', 'Find could not be loaded. Please try again.');
  }
}
