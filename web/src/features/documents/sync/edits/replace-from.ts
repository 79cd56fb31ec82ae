import type { EditedFile } from '../edited-file.ts';

/** Origin of edits that the page makes for its user. */
export const FROM_PAGE = Symbol('from the page');
/** Origin of such edits that leave the user's cursor at its characters. */
export const AROUND_CURSOR = Symbol('around cursor');

/**
 * Replaces the text of a file from `from` to its end, and sends it as one edit, which is one step of the user's undo.
 * If others typed text meanwhile that this page has not received, it stays.
 */
export function replaceFrom(file: EditedFile, replacement: { from: number; text: string }): void {
  replaceInFiles([{ file, ...replacement }]);
}

/**
 * Replaces texts of several files of a document, as `replaceFrom`: as one edit, and one step of undo in each of them.
 */
export function replaceInFiles(replacements: readonly { file: EditedFile; from: number; text: string }[]): void {
  const files = replacements.map(({ file }) => file);
  editFiles(files, FROM_PAGE, () => {
    for (const { file, from, text } of replacements) {
      file.text.delete(from, file.text.length - from);
      file.text.insert(from, text);
    }
  });
  files[0]?.flush();
}

/** Makes an edit for the user, which is one step of their undo. The typing mode decides when it is sent. */
export function editForUser(
  file: EditedFile,
  edit: () => void,
  origin: typeof FROM_PAGE | typeof AROUND_CURSOR = FROM_PAGE,
): void {
  editFiles([file], origin, edit);
}

function editFiles(files: readonly EditedFile[], origin: symbol, edit: () => void): void {
  for (const { undoManager, undoSteps } of files) {
    undoManager.trackedOrigins.add(origin);
    undoSteps.announce('other');
    endStep({ undoManager, undoSteps });
  }
  files[0]?.editing.transact(edit, origin);
  for (const file of files) endStep(file);
}

function endStep({ undoManager, undoSteps }: Pick<EditedFile, 'undoManager' | 'undoSteps'>): void {
  undoSteps.end();
  undoManager.stopCapturing();
}
