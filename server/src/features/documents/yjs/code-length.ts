import { CODE_MAX } from '@cip/contracts/protocol/common';
import { AppError } from '../../../errors.ts';

/** Throws `too_large` if a text of this length must not grow by so many characters. It may always shrink. */
export function guardLength(length: number, added: number): void {
  if (isTooLong(length, added))
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}

/** True if a text of this length would be too long after it grows by so many characters. */
export const isTooLong = (length: number, added: number) => added > 0 && length + added > CODE_MAX;
