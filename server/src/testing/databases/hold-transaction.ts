import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** Runs `work` in a transaction that stays open. Returns a function that commits it. */
export async function holdTransaction(
  db: Database,
  work: (trx: Transaction) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const isDone = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const over = db.transaction().execute(async (trx) => {
    await work(trx);
    isDone.resolve();
    await mayCommit.promise;
  });
  await Promise.race([isDone.promise, over]);
  return () => {
    mayCommit.resolve();
    return over;
  };
}

/** Resolves once `count` statements of the database wait for a lock, or more: a job may wait beside them. */
export async function untilBlocked(db: Database, count = 1): Promise<void> {
  const blocked = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await blocked.execute(db)).rows.length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
}
