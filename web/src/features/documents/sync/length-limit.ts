import { CODE_MAX } from '@cip/contracts/protocol/common';
import { toast, toastStore } from '../../../shared/ui/feedback/toast-store.ts';

/**
 * Whether an edit may change the text's length from `before` to `length`; it always may if it makes the text shorter.
 */
export function isLengthAllowed(length: number, before: number): boolean {
  return length <= CODE_MAX || length <= before;
}

/** Shows that an edit was refused because the text would be too long; once while the toast is visible. */
export function showTooLong(length: number): void {
  const text = `Too long: the code may have ${CODE_MAX.toLocaleString('en-US')} characters, this would make it ${length.toLocaleString('en-US')}. Nothing was changed.`;
  if (!toastStore.get().some((shown) => shown.text === text)) toast('bad', text);
}
