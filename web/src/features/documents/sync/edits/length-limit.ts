import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import type * as Y from 'yjs';
import { toast, toastStore } from '../../../../shared/ui/feedback/toast-store.ts';

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

/** Say more about the length of documents. */
const wordsAbout = new WeakMap<Y.Doc, () => string>();

/** Lets words follow the sentence that a document would be too long; they begin with a blank. */
export function explainLength(doc: Y.Doc, words: () => string): void {
  wordsAbout.set(doc, words);
}

/** Shows that an edit was refused because the document would be too long; once while the toast is visible. */
export function showTooLong(length: number, doc: Y.Doc): void {
  const text = `Too long: the code may have ${CODE_MAX.toLocaleString('en-US')} characters, this would make it ${length.toLocaleString('en-US')}.${wordsAbout.get(doc)?.() ?? ''} Nothing was changed.`;
  if (!toastStore.get().some((shown) => shown.text === text)) toast('bad', text);
}
