import { lookalikesIn } from '../../../../shared/code/lookalikes.ts';
import type { EditedFile } from '../edited-file.ts';
import { rewriteText } from './rewrite-text.ts';

/**
 * Replaces all look-alike characters of a file by the plain ones, and sends that as one edit, which is one step of
 * the user's undo.
 */
export function replaceLookalikes(file: EditedFile, language: string): void {
  const text = file.text.toString();
  let [plainText, end] = ['', 0];
  for (const { at, plain } of lookalikesIn(text, language)) {
    plainText += text.slice(end, at) + plain;
    end = at + 1;
  }
  if (end > 0) rewriteText(file, plainText + text.slice(end));
}
