import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';

/** A company at a provider. */
export interface CustomerKey {
  companyId: string;
  provider: string;
}

/** Returns a company's customer at a provider, or undefined. */
export function findCustomer(db: Database, { companyId, provider }: CustomerKey) {
  return db
    .selectFrom('payment_customers')
    .select(['customer_id', 'takeovers'])
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** Returns the company of a provider's customer, or undefined. */
export async function findCompany(db: Database, provider: string, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('company_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.company_id;
}

/** Sets the company's customer if it is still `from`. */
export async function setCustomer(
  db: Database,
  { companyId, provider }: CustomerKey,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ customer_id: to })
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .where('customer_id', 'is not distinct from', from)
    .execute();
}

// Text, because dates of JavaScript have no microseconds.
const LEASE = sql<string>`payment_customers.changing_until::text`.as('lease');
const endIn = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/**
 * Acquires the lease to change the company's paid plan, in seconds, and returns its end, which identifies it. Returns
 * undefined while another request holds it.
 */
export async function acquireLease(
  db: Database,
  { companyId, provider }: CustomerKey,
  seconds: number,
): Promise<string | undefined> {
  const until = endIn(seconds);
  const row = await db
    .insertInto('payment_customers')
    .values({ company_id: companyId, provider, customer_id: null, changing_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'provider'])
        .doUpdateSet({ changing_until: until })
        .where('payment_customers.changing_until', '<=', sql<string>`now()`),
    )
    .returning(LEASE)
    .executeTakeFirst();
  return row?.lease;
}

/** Lets a lease last so many seconds from now and returns its new end; undefined if another request acquired it. */
export async function prolongLease(
  db: Database,
  { companyId, provider }: CustomerKey,
  lease: string,
  seconds: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('payment_customers')
    .set({ changing_until: endIn(seconds) })
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .where('changing_until', '=', sql<string>`${lease}::timestamptz`)
    .returning(LEASE)
    .executeTakeFirst();
  return row?.lease;
}

/** Releases a lease unless another request has acquired it. */
export async function releaseLease(db: Database, key: CustomerKey, lease: string): Promise<void> {
  await prolongLease(db, key, lease, 0);
}

/** Counts a sync, and its time, for the company. */
export async function countSync(trx: Transaction, { companyId, provider }: CustomerKey): Promise<void> {
  await trx
    .updateTable('payment_customers')
    .set((eb) => ({ takeovers: eb('takeovers', '+', 1), checked_at: sql<string>`now()` }))
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .execute();
}

/** Records an event as processed; returns false if it already was. */
export function insertEvent(trx: Transaction, provider: string, eventId: string): Promise<boolean> {
  return trx
    .insertInto('payment_events')
    .values({ provider, event_id: eventId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .$call(hasRow);
}

/** Returns whether an event was processed. */
export function isKnownEvent(db: Database, provider: string, eventId: string): Promise<boolean> {
  return db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .$call(hasRow);
}

/** Deletes events that are too old to be repeated. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<string>`now() - interval '90 days'`)
    .execute();
}

/**
 * Claims companies with overdue events: their paid period has ended, a checkout is still open, or no event has come for
 * hours. Other nodes skip a claimed company for a while.
 */
export async function claimStaleCompanies(db: Database, provider: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    update payment_customers set checked_at = now()
    where (company_id, provider) in (
      select c.company_id, c.provider from payment_customers c
      left join subscriptions s on s.company_id = c.company_id and s.provider = c.provider
      where c.provider = ${provider} and c.customer_id is not null and (
        (s.status = 'active' and s.ends_at <= now() and c.checked_at < now() - interval '1 minute')
        or (s.status = 'active' and c.checked_at < now() - interval '6 hours')
        or (c.checked_at < now() - interval '10 minutes' and exists (
          select 1 from checkouts o where o.company_id = c.company_id and o.provider = c.provider
            and o.status = 'open' and o.created_at > now() - interval '25 hours'))
      )
      order by c.checked_at limit ${limit} for update of c skip locked)
    returning company_id`.execute(db);
  return rows.map((row) => row.company_id);
}
