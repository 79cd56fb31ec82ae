import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../database.ts';

/** Keeps the digest of a reset's token. */
export async function insertReset(
  db: Database,
  reset: { userId: string; tokenHash: string; lastsSeconds: number },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      user_id: reset.userId,
      token_hash: reset.tokenHash,
      expires_at: sql<string>`now() + make_interval(secs => ${reset.lastsSeconds})`,
    })
    .execute();
}

/** Removes the resets that have expired, of whomever. */
export async function deleteExpiredResets(db: Database): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', sql<string>`now()`)
    .execute();
}

/** Whether a token can be used. */
export async function isLivingReset(db: Database, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a token up, and all others of its user; answers with the user, or undefined when it cannot be used. */
export async function takeReset(trx: Transaction<Tables>, tokenHash: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (row) await trx.deleteFrom('password_resets').where('user_id', '=', row.user_id).execute();
  return row?.user_id;
}
