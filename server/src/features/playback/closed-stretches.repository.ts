import type { ClosedStretch } from '@cip/contracts/playback/playback';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** Returns the closed stretches of an interview, in order. */
export function listStretches(db: Database, interviewId: string): Promise<ClosedStretch[]> {
  return db
    .selectFrom('closed_stretches')
    .select(['from_ms as from', 'to_ms as to'])
    .where('interview_id', '=', interviewId)
    .orderBy('from_ms')
    .execute();
}

/** Adds a closed stretch in place of the stretches that it contains. */
export async function insertStretch(
  trx: Transaction,
  { interviewId, userId }: { interviewId: string; userId: string },
  { from, to }: ClosedStretch,
): Promise<void> {
  await trx
    .deleteFrom('closed_stretches')
    .where('interview_id', '=', interviewId)
    .where('from_ms', '>=', from)
    .where('to_ms', '<=', to)
    .execute();
  await trx
    .insertInto('closed_stretches')
    .values({ interview_id: interviewId, from_ms: from, to_ms: to, closed_by: userId })
    .execute();
}
