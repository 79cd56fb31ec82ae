/** Returns a sentence about the characters that deleted files hold, behind a space; nothing if they hold none. */
export function wordsAboutDeleted(length: number): string {
  if (length === 0) return '';
  return ` Deleted files hold ${length.toLocaleString('en-US')} characters of it: restore and empty them.`;
}
