import { lookalikesIn } from '../../../shared/code/lookalikes.ts';
import { editForUser } from './replace-from.ts';
import type { EditedFile } from './edited-file.ts';

/**
 * Replaces all look-alike characters of a file by the plain ones, and sends that as one edit, which is one step of
 * the user's undo.
 */
export function replaceLookalikes(file: EditedFile, language: string): void {
  const { text } = file;
  const found = lookalikesIn(text.toString(), language);
  if (found.length === 0) return;
  editForUser(file, () => {
    // From the end, so that the places of the others stay.
    for (const { at, plain } of found.toReversed()) {
      text.delete(at, 1);
      if (plain !== '') text.insert(at, plain);
    }
  });
  file.flush();
}
