import { CODE_MAX } from '@cip/contracts/protocol/common';
import { AppError } from '../../../errors.ts';

/** Throws `too_large` when a text of this length must not grow by so many characters. It may always shrink. */
export function guardLength(length: number, added: number): void {
  if (isTooLong(length, added))
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}

/** Whether a text of this length would grow by so many characters that it is too long. */
export const isTooLong = (length: number, added: number) => added > 0 && length + added > CODE_MAX;
