import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newPayer, type TestPayer, type TestPrice } from './test-payer.ts';
import type { TestPaymentTable } from './test-payments.table.ts';

/** A price by its identifier, or undefined. */
export async function findPrice(db: Database, id: string): Promise<TestPrice | undefined> {
  const row = await db.selectFrom('test_payments').select('data').where('id', '=', id).executeTakeFirst();
  return row?.data as TestPrice | undefined;
}

/** Keeps a price unless it is there already. */
export function keepPrice(db: Database, id: string, price: TestPrice): Promise<void> {
  return keepOnce(db, { id, data: JSON.stringify(price), company_id: null });
}

/** Keeps a new payer unless it is there already; it goes with its company. */
export function keepPayer(db: Database, id: string, companyId: string): Promise<void> {
  return keepOnce(db, { id, data: JSON.stringify(newPayer()), company_id: companyId });
}

async function keepOnce(db: Database, row: Insertable<TestPaymentTable>): Promise<void> {
  await db
    .insertInto('test_payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Does something to a payer while nobody else can, and keeps what it did; nothing is kept when it throws. */
export async function changePayer<T>(
  db: Database,
  id: string,
  change: (payer: TestPayer, prices: Map<string, TestPrice>) => T,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('test_payments')
      .select('data')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const payer = (row?.data as TestPayer | undefined) ?? newPayer();
    const priceRows = await trx.selectFrom('test_payments').selectAll().where('id', 'like', 'tprice%').execute();
    const result = change(payer, new Map(priceRows.map((price) => [price.id, price.data as TestPrice])));
    if (row)
      await trx
        .updateTable('test_payments')
        .set({ data: JSON.stringify(payer) })
        .where('id', '=', id)
        .execute();
    return result;
  });
}

/** Removes a payer with all that is theirs. */
export async function removePayer(db: Database, id: string): Promise<void> {
  await db.deleteFrom('test_payments').where('id', '=', id).execute();
}
