import type { Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';

/** A company's name, or undefined when it is gone. */
export async function findName(db: Database, companyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst();
  return row?.name;
}

/** Keeps everything that would name the company from being written until the transaction ends. */
export async function lockForRemoval(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
}

/** Removes a company with everything that names it. */
export async function remove(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.deleteFrom('companies').where('id', '=', companyId).execute();
}
