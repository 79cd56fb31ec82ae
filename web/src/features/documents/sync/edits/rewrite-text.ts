import { AROUND_CURSOR, editForUser } from './replace-from.ts';
import { editsBetween } from './text-edits.ts';
import type { EditedFile } from '../edited-file.ts';

/**
 * Turns the text into another one word by word, so that cursors keep their places, and sends that as one edit, which is
 * one step of the user's undo.
 */
export function rewriteText(gate: EditedFile, after: string): void {
  // From the end, so that the places of the others stay.
  const edits = editsBetween(gate.text.toString(), after).toReversed();
  editForUser(
    gate,
    () => {
      for (const { at, removed, inserted } of edits) {
        if (removed > 0) gate.text.delete(at, removed);
        if (inserted !== '') gate.text.insert(at, inserted);
      }
    },
    AROUND_CURSOR,
  );
  gate.flush();
}
