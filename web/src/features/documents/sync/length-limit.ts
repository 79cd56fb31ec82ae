import { CODE_MAX } from '@cip/contracts/common';
import { toast, toastStore } from '../../../shared/ui/feedback/toast-store.ts';

/** Whether an edit may change a text of one length into one of another; shorter it may always become. */
export function isLengthAllowed(length: number, before: number): boolean {
  return length <= CODE_MAX || length <= before;
}

/** Tells the person that an edit was not taken since the text would be too long; once while it can be read. */
export function showTooLong(length: number): void {
  const text = `Too long: the code may have ${CODE_MAX.toLocaleString('en-US')} characters, this would make it ${length.toLocaleString('en-US')}. Nothing was changed.`;
  if (!toastStore.read().some((shown) => shown.text === text)) toast('bad', text);
}
