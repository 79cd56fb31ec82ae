import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newCustomer, type TestCustomer, type TestPrice } from './test-customer.ts';
import type { TestPaymentTable } from './test-payments.table.ts';

/** Returns a price by its id, or undefined. */
export async function findPrice(db: Database, id: string): Promise<TestPrice | undefined> {
  const row = await db.selectFrom('test_payments').select('data').where('id', '=', id).executeTakeFirst();
  return row?.data as TestPrice | undefined;
}

/** Adds a price unless it exists. */
export function insertPrice(db: Database, id: string, price: TestPrice): Promise<void> {
  return insertOnce(db, { id, data: JSON.stringify(price), company_id: null });
}

/** Adds a customer unless it exists; it is deleted with its company. */
export function insertCustomer(db: Database, id: string, companyId: string): Promise<void> {
  return insertOnce(db, { id, data: JSON.stringify(newCustomer()), company_id: companyId });
}

async function insertOnce(db: Database, row: Insertable<TestPaymentTable>): Promise<void> {
  await db
    .insertInto('test_payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Runs `change` on a customer under the lock of its row and stores the result; stores nothing if it throws. */
export async function changeCustomer<T>(
  db: Database,
  id: string,
  change: (customer: TestCustomer, prices: Map<string, TestPrice>) => T,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('test_payments')
      .select('data')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const customer = (row?.data as TestCustomer | undefined) ?? newCustomer();
    const priceRows = await trx.selectFrom('test_payments').selectAll().where('id', 'like', 'tprice%').execute();
    const result = change(customer, new Map(priceRows.map((price) => [price.id, price.data as TestPrice])));
    if (row)
      await trx
        .updateTable('test_payments')
        .set({ data: JSON.stringify(customer) })
        .where('id', '=', id)
        .execute();
    return result;
  });
}

/** Deletes a customer with its checkouts, subscriptions and invoices. */
export async function deleteCustomer(db: Database, id: string): Promise<void> {
  await db.deleteFrom('test_payments').where('id', '=', id).execute();
}
