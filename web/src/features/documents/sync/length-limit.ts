import { CODE_MAX } from '@cip/contracts/protocol/common';
import { wordsAboutDeleted } from '@cip/contracts/rooms/code-length';
import type * as Y from 'yjs';
import { toast, toastStore } from '../../../shared/ui/feedback/toast-store.ts';

/** Returns the length of all files of a document together, in UTF-16 units. */
export function lengthOfAll({ share }: Y.Doc): number {
  let length = 0;
  for (const text of share.values()) length += text._length;
  return length;
}

/**
 * Whether an edit may change the length of all files from `before` to `length`; it always may if it makes them shorter.
 */
export function isLengthAllowed(length: number, before: number): boolean {
  return length <= CODE_MAX || length <= before;
}

type DeletedFile = { root: string };

/** The deleted files of documents: their texts count, although nobody sees them. */
const deletedIn = new WeakMap<Y.Doc, readonly DeletedFile[]>();

/** Notes which files of a document are deleted, for the words about its limit. */
export function noteDeleted(doc: Y.Doc, files: readonly DeletedFile[]): void {
  deletedIn.set(doc, files);
}

/** Shows that an edit was refused because the document would be too long; once while the toast is visible. */
export function showTooLong(length: number, doc: Y.Doc): void {
  const deleted = (deletedIn.get(doc) ?? []).reduce((sum, { root }) => sum + doc.getText(root).length, 0);
  const text = `Too long: the code may have ${CODE_MAX.toLocaleString('en-US')} characters, this would make it ${length.toLocaleString('en-US')}.${wordsAboutDeleted(deleted)} Nothing was changed.`;
  if (!toastStore.get().some((shown) => shown.text === text)) toast('bad', text);
}
