import { EditorView } from '@codemirror/view';
import { enterFile, keepPlace, placeIn } from '../editor/file-place.ts';
import type { FilePlace } from '../editor/file-place.ts';
import type { Cursors } from '../sync/cursors/cursors.ts';
import type { EditedFile } from '../sync/edited-file.ts';

/** Returns the start of a file's view: its text, and the place where the user left it. */
export function viewOfFile(file: EditedFile): { doc: string; selection?: Omit<FilePlace, 'top'>; top: number } {
  const place = placeIn(file);
  const { anchor, head, top } = place ?? { anchor: 0, head: 0, top: 0 };
  return { doc: file.text.toString(), top, ...(place && { selection: { anchor, head } }) };
}

/** Scrolls to a character that a user saw first in a file. */
export const scrollToTop = (top: number) => EditorView.scrollIntoView(top, { y: 'start', yMargin: 0 });

/** Shows peers in which file the user is. Returns the function that keeps the place when another file is shown. */
export function holdCodeMirrorPlace(view: EditorView, file: EditedFile, cursors: Cursors): () => void {
  enterFile(cursors, file, view.state.selection.main);
  return () => {
    const { anchor, head } = view.state.selection.main;
    const { scrollTop } = view.scrollDOM;
    const top = scrollTop === 0 ? 0 : view.lineBlockAtHeight(scrollTop).from;
    keepPlace(file, { anchor, head, top });
  };
}
