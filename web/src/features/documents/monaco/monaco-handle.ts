import type { editor } from 'monaco-editor';
import type { EditorHandle } from '../editor/languages/editor-pane.ts';
import type { Cursors } from '../sync/cursors/cursors.ts';
import type { EditedFile } from '../sync/edited-file.ts';
import { MonacoBinding } from './monaco-binding.ts';
import { caretHandle } from './monaco-caret.ts';
import { MonacoCursors } from './monaco-cursors.ts';
import { holdMonacoPlace } from './monaco-place.ts';
import { goToLine, markProblem } from './monaco-problem.ts';
import { trackMonacoUndo } from './monaco-undo.ts';

/**
 * Connects Monaco with a file of the room: its text, undo history, place and the cursors of peers. Returns the function
 * that disconnects it.
 */
export function connectFile(
  instance: editor.IStandaloneCodeEditor,
  model: editor.ITextModel,
  file: EditedFile,
  cursors: Cursors,
): () => void {
  const binding = new MonacoBinding(model, file.text, file.undoManager, instance);
  const keepPlace = holdMonacoPlace(instance, file, cursors);
  const peerCursors = new MonacoCursors(instance, file, cursors);
  const stopTracking = trackMonacoUndo(instance, file);
  return () => {
    keepPlace();
    stopTracking();
    peerCursors.destroy();
    binding.destroy();
  };
}

/** Returns the commands of a Monaco that edits a file. */
export function monacoHandle(
  instance: editor.IStandaloneCodeEditor,
  model: editor.ITextModel,
  { undoManager }: EditedFile,
  commands: Pick<EditorHandle, 'replaceLookalikes' | 'format'>,
): EditorHandle {
  return {
    focus: () => instance.focus(),
    insert: (text) => instance.trigger('keyboard', 'type', { text }),
    reveal: (index) => instance.revealPositionInCenterIfOutsideViewport(model.getPositionAt(index)),
    indent: () => instance.trigger('keyboard', 'tab', null),
    outdent: () => instance.trigger('keyboard', 'outdent', null),
    find: () => void instance.getAction('editor.action.startFindReplaceAction')?.run(),
    undo: () => undoManager.undo(),
    redo: () => undoManager.redo(),
    mark: (problem) => markProblem(model, problem),
    goTo: (line, column) => goToLine(instance, line, column),
    ...commands,
    ...caretHandle(instance, model),
  };
}
