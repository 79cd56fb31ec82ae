import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';

/** What an authenticator app shares with us, or undefined. */
export function findSecondFactor(db: Database, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Keeps a secret that is not confirmed yet, in place of another such; answers whether none is in force. */
export async function keepSecret(db: Database, userId: string, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Puts the secret in force with the step of its first code; answers whether it was not yet. */
export async function confirmSecret(trx: Transaction<Tables>, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ confirmed_at: sql<string>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a second factor that is in force until the transaction ends; answers whether there is one. */
export async function lockConfirmed(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the code of a time step; answers whether it and later ones had not been taken. */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the second factor with its recovery codes. */
export async function deleteSecondFactor(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Removes a second factor that was confirmed after this moment, with its recovery codes. */
export async function deleteSecondFactorSince(trx: Transaction<Tables>, userId: string, moment: string): Promise<void> {
  const factor = await findSecondFactor(trx, userId);
  if (factor && (factor.confirmed_at === null || factor.confirmed_at > moment)) await deleteSecondFactor(trx, userId);
}

/** Whether a company requires the second step of its users; it stays as it is until the transaction ends. */
export async function isRequired(trx: Transaction<Tables>, companyId: string): Promise<boolean> {
  const { requires_second_factor: isOn } = await trx
    .selectFrom('companies')
    .select('requires_second_factor')
    .where('id', '=', companyId)
    .forShare()
    .executeTakeFirstOrThrow();
  return isOn;
}

/** Puts new recovery codes in place of all others. */
export async function replaceRecoveryCodes(trx: Transaction<Tables>, userId: string, hashes: string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Uses a recovery code up; answers whether there was one. */
export async function takeRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
