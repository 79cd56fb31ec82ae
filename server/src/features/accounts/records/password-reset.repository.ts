import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';

/** The user of a reset link, with the e-mail and the password at that time. */
interface ResetOwner {
  id: string;
  email: string;
  password_hash: string;
}

/**
 * Stores the digest of a reset's token; returns false if the user has another e-mail or password by now. The lock
 * serializes this with a change of either, so that the change ends the link.
 */
export async function insertReset(
  trx: Transaction,
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

/** Deletes the open reset links of a user; part of each change of the e-mail, the password and the second step. */
export async function deleteResets(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes the expired resets of all users. */
export async function deleteExpiredResets(db: Database): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', sql<string>`now()`)
    .execute();
}

/** Returns whether a token is valid. */
export function isValidReset(db: Database, tokenHash: string): Promise<boolean> {
  return db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .$call(hasRow);
}

/** Deletes a valid token with all others of its user; returns the user's id, or undefined. */
export async function consumeReset(trx: Transaction, tokenHash: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (row) await deleteResets(trx, row.user_id);
  return row?.user_id;
}
