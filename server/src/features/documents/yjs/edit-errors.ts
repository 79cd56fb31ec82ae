import { AppError } from '../../../errors.ts';

/** Returns the error for an edit with dependencies that the document lacks. */
export const resyncRequired = () =>
  new AppError('resync', 'The edit does not fit the document. Open the document again.');

/** Returns the error for an edit that no client of ours makes. */
export const invalidEdit = () => new AppError('invalid', 'The edit is not valid.');

/** Returns the error for an edit whose integration would take too long. */
export const tooExpensive = () =>
  new AppError('invalid', 'This edit changes too much at once. Copy your text, reload the page and paste it.');

/** Returns the error for an edit that would give the document too many items. */
export const tooManyItems = () =>
  new AppError('invalid', 'This code was changed in too many places. Continue in a new session.');

/** Returns the error for a document whose log would block this node and every page that opens it. */
export const unreadable = () =>
  new AppError('unreadable', 'The code of this session cannot be opened. Other sessions are not affected.');

/** True if an error means that a document cannot be opened. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unreadable';
}

/** The refusal of an edit of a text that no file of the interview has, as far as this node knows. */
export class UnknownFile extends AppError {
  constructor() {
    super('invalid', 'This file does not exist.');
  }
}
