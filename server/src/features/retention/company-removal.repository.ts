import type { Database, Transaction } from '../../platform/database/database.ts';

/** Returns a company's name; undefined if it is gone. */
export async function findName(db: Database, companyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst();
  return row?.name;
}

/** Locks a company until the transaction ends, so that no row that references it is added. */
export async function lockForRemoval(trx: Transaction, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
}

/** Deletes a company with all rows that reference it. */
export async function remove(trx: Transaction, companyId: string): Promise<void> {
  await trx.deleteFrom('companies').where('id', '=', companyId).execute();
}
