import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';

/** What an open reset link belongs to: the user under the e-mail and the password of that moment. */
interface ResetOwner {
  id: string;
  email: string;
  password_hash: string;
}

/**
 * Stores the digest of a reset's token; returns false when the user has another e-mail or password by now. The lock
 * makes this and a change of either happen one after the other, so that the change ends the link.
 */
export async function insertReset(
  trx: Transaction<Tables>,
  user: ResetOwner,
  { tokenHash, lastsSeconds }: { tokenHash: string; lastsSeconds: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('password_resets')
    .columns(['user_id', 'token_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id',
          sql<string>`${tokenHash}::text`.as('token_hash'),
          sql<string>`now() + make_interval(secs => ${lastsSeconds})`.as('expires_at'),
        ])
        .where('users.id', '=', user.id)
        .where('users.email', '=', user.email)
        .where('users.password_hash', '=', user.password_hash)
        .forShare(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends every open reset link of a user. */
export async function deleteResets(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
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
  if (row) await deleteResets(trx, row.user_id);
  return row?.user_id;
}
