import type { Database } from '../../platform/database/database.ts';

/** Records that an account watches the recording of an interview, once. */
export async function recordView(db: Database, interviewId: string, userId: string): Promise<void> {
  await db
    .insertInto('playback_views')
    .values({ interview_id: interviewId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['interview_id', 'user_id']).doNothing())
    .execute();
}
