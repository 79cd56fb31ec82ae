import { openDatabase } from '../../server/src/platform/database/database.ts';
import type { Cluster } from './cluster.ts';

/** Lifts the limits of the free plan, which would refuse most of what a long run does. Answers with the plan's id. */
export async function liftLimits({ postgres }: Pick<Cluster, 'postgres'>): Promise<string> {
  const { db, close } = openDatabase({ databaseUrl: postgres.url, dataDir: '' }, console);
  try {
    const most = 1_000_000;
    const limits = { max_concurrent_sessions: most, max_interviewers: most, max_interviews_per_month: most };
    const free = db.updateTable('plans').set(limits).where('price_cents', '=', 0).returning('id');
    return (await free.executeTakeFirstOrThrow()).id;
  } finally {
    await close();
  }
}
