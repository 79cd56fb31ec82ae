import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import type * as Y from 'yjs';
import { AppError } from '../../../errors.ts';

/** Returns the length of all texts of a document, in UTF-16 units. */
export function lengthOf({ share }: Y.Doc): number {
  let length = 0;
  for (const text of share.values()) length += text._length;
  return length;
}

/** Throws `too_large` if texts of this length must not grow by so many characters. It may always shrink. */
export function guardLength(length: number, added: number): void {
  if (isTooLong(length, added))
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}

/** True if texts of this length would be too long after it grows by so many characters. */
export const isTooLong = (length: number, added: number) => added > 0 && length + added > CODE_MAX;
