import { wordsAboutDeleted } from '@cip/contracts/rooms/code-length';
import type { DbContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { LiveDocument } from '../live/live-document.ts';
import { listRows } from './files.repository.ts';

/**
 * Returns the error of an edit. If the code would be too long, it says how much of it deleted files hold, because
 * nobody sees them and they count.
 */
export async function explainLength({ db }: DbContext, document: LiveDocument, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError && error.code === 'too_large')) return error;
  const rows = await listRows(db, document.interviewId);
  const deleted = rows.filter(({ deleted_at: deletedAt }) => deletedAt !== null);
  const { texts } = document;
  const length = deleted.reduce((sum, { root }) => sum + (texts.get(root)?.length ?? 0), 0);
  return new AppError('too_large', `${error.message}${wordsAboutDeleted(length)}`);
}
