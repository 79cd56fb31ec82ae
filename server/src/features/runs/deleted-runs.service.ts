import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';
import { deleteRunEvents } from '../timeline/timeline.service.ts';
import { deleteRunsBetween } from './deleted-runs.repository.ts';

/**
 * Deletes the runs of an ended interview that were active between two times (ms since `since`), all that repeat them,
 * and the input that they leave behind. Returns how many there were.
 */
export async function deleteRuns(
  trx: Transaction<Tables>,
  interviewId: string,
  between: { since: string; from: number; to: number },
): Promise<number> {
  const ids = await deleteRunsBetween(trx, interviewId, between);
  if (ids.length > 0) await deleteRunEvents(trx, interviewId, ids);
  return ids.length;
}
