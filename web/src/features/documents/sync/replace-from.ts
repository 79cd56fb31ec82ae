import type { EditedFile } from './edited-file.ts';

/** Origin of edits that the page makes for its user. */
export const FROM_PAGE = Symbol('from the page');
/** Origin of such edits that leave the user's cursor at its characters. */
export const AROUND_CURSOR = Symbol('around cursor');

/**
 * Replaces the text of a file from `from` to its end, and sends it as one edit, which is one step of the user's undo. If others
 * typed text meanwhile that this page has not received, it stays.
 */
export function replaceFrom(file: EditedFile, { from, text }: { from: number; text: string }): void {
  editForUser(file, () => {
    file.text.delete(from, file.text.length - from);
    file.text.insert(from, text);
  });
  file.flush();
}

/** Makes an edit for the user, which is one step of their undo. The typing mode decides when it is sent. */
export function editForUser(
  { editing, undoManager, undoSteps }: EditedFile,
  edit: () => void,
  origin: typeof FROM_PAGE | typeof AROUND_CURSOR = FROM_PAGE,
): void {
  undoManager.trackedOrigins.add(origin);
  undoSteps.announce('other');
  undoSteps.end();
  undoManager.stopCapturing();
  editing.transact(edit, origin);
  undoSteps.end();
  undoManager.stopCapturing();
}
