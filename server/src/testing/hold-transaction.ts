import type { Transaction } from 'kysely';
import type { Database, Tables } from '../platform/database/database.ts';

/** Runs `work` in a transaction that stays open. Returns a function that commits it. */
export async function holdTransaction(
  db: Database,
  work: (trx: Transaction<Tables>) => Promise<unknown>,
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
