import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows, hasChanged, hasRow } from '../../../platform/database/endings.ts';

/** Returns the second factor of a user, confirmed or not, or undefined. */
export function findSecondFactor(db: Database, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores an unconfirmed secret, in place of another; returns false if a confirmed one exists. */
export async function upsertSecret(db: Database, userId: string, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Confirms a secret with the step of its first code; returns false if it is confirmed already or was replaced. */
export function confirmSecret(
  trx: Transaction,
  userId: string,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  return trx
    .updateTable('second_factors')
    .set({ confirmed_at: sql<string>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .$call(hasChanged);
}

/** Locks a confirmed second factor until the transaction ends; returns whether there is one. */
export function lockConfirmed(trx: Transaction, userId: string): Promise<boolean> {
  return trx
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .$call(hasRow);
}

/** Consumes the code of a time step; returns false if it, or a later one, was used. */
export function consumeStep(db: Database, userId: string, step: number): Promise<boolean> {
  return db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .$call(hasChanged);
}

/** Deletes the second factor with its recovery codes. */
export async function deleteSecondFactor(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Deletes a second factor, with its recovery codes, if it was confirmed after this time or never. */
export async function deleteSecondFactorSince(trx: Transaction, userId: string, since: string): Promise<void> {
  const factor = await findSecondFactor(trx, userId);
  if (factor && (factor.confirmed_at === null || factor.confirmed_at > since)) await deleteSecondFactor(trx, userId);
}

/** Returns whether a company requires the second step, and locks that until the transaction ends. */
export async function isRequired(trx: Transaction, companyId: string): Promise<boolean> {
  const { requires_second_factor: isOn } = await trx
    .selectFrom('companies')
    .select('requires_second_factor')
    .where('id', '=', companyId)
    .forShare()
    .executeTakeFirstOrThrow();
  return isOn;
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(trx: Transaction, userId: string, hashes: string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Consumes a recovery code; returns whether it existed. */
export function consumeRecoveryCode(db: Database, userId: string, hash: string): Promise<boolean> {
  return db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash).$call(hasChanged);
}

/** Returns how many recovery codes are left. */
export function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.selectFrom('recovery_codes').where('user_id', '=', userId).$call(countRows);
}
