import { sql, type Insertable } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ReceiptKeyTable } from './receipts.table.ts';

/** Returns the public keys, the newest first. */
export function listKeys(db: Database) {
  return db
    .selectFrom('receipt_keys')
    .select(['kid', 'public_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
}

/** Returns the generated key that is in use, if any, and whether it is older than some days. */
export function findCurrent(db: Database, days: number) {
  return db
    .selectFrom('receipt_keys')
    .select(['kid', 'private_key', sql<boolean>`created_at < now() - make_interval(days => ${days})`.as('is_old')])
    .where('is_current', '=', true)
    .executeTakeFirst();
}

/** Takes a generated key out of use; its public part stays. */
export async function retire(trx: Transaction, kid: string): Promise<void> {
  await trx
    .updateTable('receipt_keys')
    .set({ is_current: false })
    .where('kid', '=', kid)
    .where('is_current', '=', true)
    .execute();
}

/** Adds a key, unless it is there already or another node added a current one first. */
export async function addKey(db: Database, key: Insertable<ReceiptKeyTable>): Promise<void> {
  await db
    .insertInto('receipt_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
