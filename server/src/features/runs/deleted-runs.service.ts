import type { Transaction } from '../../platform/database/database.ts';
import { deleteDataSetEvents, deleteRunEvents, type Between } from '../timeline/timeline.service.ts';
import { clearDataSet, deleteRunsBetween } from './deleted-runs.repository.ts';

export { renameRunFiles } from './deleted-runs.repository.ts';

/**
 * Deletes the runs of an ended interview that were active between two times (ms since `since`), all that repeat them,
 * and the input that they leave behind. Returns how many there were.
 */
export async function deleteRuns(trx: Transaction, interviewId: string, between: Between): Promise<number> {
  const ids = await deleteRunsBetween(trx, interviewId, between);
  if (ids.length > 0) await deleteRunEvents(trx, interviewId, ids);
  return ids.length;
}

/**
 * Deletes the events about data sets between two times, and the present one if it was attached then. Returns how many
 * events there were.
 */
export async function deleteDataSets(trx: Transaction, interviewId: string, between: Between): Promise<number> {
  const { count, hadLast } = await deleteDataSetEvents(trx, interviewId, between);
  if (hadLast) await clearDataSet(trx, interviewId);
  return count;
}
