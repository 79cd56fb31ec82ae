import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { CustomerKey } from './customers.repository.ts';
import type { CheckoutTable } from './payments.table.ts';

/** A checkout at a payment provider. */
export interface Checkout {
  id: string;
  plan_version_id: string;
  provider_checkout_id: string | null;
  status: CheckoutTable['status'];
}

const CHECKOUT = ['id', 'plan_version_id', 'provider_checkout_id', 'status'] as const;
// Providers close an unpaid checkout after 24 hours.
const recently = sql<string>`now() - interval '23 hours'`;

function select(db: Database, { companyId, provider }: CustomerKey) {
  return db
    .selectFrom('checkouts')
    .select(CHECKOUT)
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .where('created_at', '>', recently)
    .orderBy('created_at', 'desc');
}

/** Returns the checkouts that may still be paid, newest first. */
export function listOpen(db: Database, key: CustomerKey): Promise<Checkout[]> {
  return select(db, key).where('status', '=', 'open').execute();
}

/** Returns the company's last checkout of the last 23 hours, or undefined. */
export function findLast(db: Database, key: CustomerKey): Promise<Checkout | undefined> {
  return select(db, key).limit(1).executeTakeFirst();
}

/** Adds a checkout: open, or complete if no payment is pending. */
export function insertCheckout(
  db: Database,
  { companyId, provider }: CustomerKey,
  versionId: string,
  status: 'open' | 'complete',
): Promise<Checkout> {
  return db
    .insertInto('checkouts')
    .values({
      company_id: companyId,
      provider,
      plan_version_id: versionId,
      provider_checkout_id: null,
      status,
      created_at: sql<string>`clock_timestamp()`,
    })
    .returning(CHECKOUT)
    .executeTakeFirstOrThrow();
}

/** Changes the provider's id or the status of a checkout. */
export async function changeCheckout(
  db: Database,
  id: string,
  change: Partial<Pick<Checkout, 'provider_checkout_id' | 'status'>>,
): Promise<void> {
  await db.updateTable('checkouts').set(change).where('id', '=', id).execute();
}

/** Marks the open checkouts as paid. */
export async function completeOpen(db: Database, { companyId, provider }: CustomerKey): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ status: 'complete' })
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .where('status', '=', 'open')
    .execute();
}
