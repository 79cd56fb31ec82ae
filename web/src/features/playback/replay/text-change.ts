/** Replaces `deleted` characters at `at` by `inserted`; the changes of an edit apply one after the other. */
export type TextChange = [at: number, deleted: number, inserted: string];

/** Returns the text after the changes. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  return changes.reduce(
    (before, [at, deleted, inserted]) => before.slice(0, at) + inserted + before.slice(at + deleted),
    text,
  );
}

/** Returns the one change that turns a text into another; null if they are equal. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  const most = shorter - start;
  while (end < most && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return [start, before.length - start - end, after.slice(start, after.length - end)];
}
