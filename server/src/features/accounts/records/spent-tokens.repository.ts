import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Marks something as used for `lastsSeconds`; returns false if it was used before, on any node. */
export async function spend(db: Database, digest: string, lastsSeconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_tokens')
    .values({ digest, expires_at: sql<string>`now() + make_interval(secs => ${lastsSeconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes up to `atMost` expired rows; returns how many. */
export async function deleteSpent(db: Database, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from spent_tokens where digest in (
      select digest from spent_tokens where expires_at < now() limit ${atMost} for update skip locked
    )
    returning digest`.execute(db);
  return rows.length;
}
