import { openDatabase } from '../../server/src/platform/database/database.ts';
import type { Cluster } from './cluster.ts';

/** Raises the limits of the free plan, which would refuse most of a long run. Returns the plan's id. */
export async function raisePlanLimits({ postgres }: Pick<Cluster, 'postgres'>): Promise<string> {
  const { db, close } = openDatabase({ databaseUrl: postgres.url, dataDir: '' }, console);
  try {
    const unlimited = 1_000_000;
    const limits = {
      max_concurrent_sessions: unlimited,
      max_interviewers: unlimited,
      max_interviews_per_month: unlimited,
    };
    const free = db.updateTable('plans').set(limits).where('price_cents', '=', 0).returning('id');
    return (await free.executeTakeFirstOrThrow()).id;
  } finally {
    await close();
  }
}
