import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';

/**
 * Replaces `deleted` characters at `at` by `inserted`; the changes of an edit apply one after the other. `root` is the
 * text of the file inside the document; absent for the first file.
 */
export type TextChange = [at: number, deleted: number, inserted: string, root?: string];

/** Returns the text of the file that a change is in. */
export const rootOf = ([, , , root = SHARED_TEXT]: TextChange) => root;

/** Returns the changes of each file, by its text. */
export function changesByRoot(changes: TextChange[]): Map<string, TextChange[]> {
  const roots = new Set(changes.map(rootOf));
  // The same list if there is one file, because almost every edit is in one.
  return new Map(
    [...roots].map((root) => [root, roots.size === 1 ? changes : changes.filter((change) => rootOf(change) === root)]),
  );
}

/** Returns the text of a file after its changes. */
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
