import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, isOwnerGone, unauthenticated, unavailable } from '../../../errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import * as customers from '../customers.repository.ts';
import type { BillingContext, PaymentContext } from './sync-subscription.service.ts';

/** If a lease is older than this, in seconds, it ends: its node has crashed. */
const LEASE_SECONDS = 60;
/** A change prolongs its lease at this interval, in milliseconds, because a slow provider can take minutes. */
const PROLONG_EVERY_MS = 20_000;
/** How long a second change waits for the first, in milliseconds. */
const WAIT_MS = 8_000;
const RETRY_EVERY_MS = 100;

/** The user who changes the plan of their company. */
export type BillingActor = Pick<Principal, 'companyId' | 'userId'>;

/** Returns `ctx` with its payment provider. Throws `unavailable` if there is none. */
export function requirePayments(ctx: BillingContext): PaymentContext {
  if (!ctx.payments)
    throw unavailable('Card payments are not set up on this server, so paid plans cannot be taken. Free plans can.');
  return { db: ctx.db, mails: ctx.mails, payments: ctx.payments };
}

/**
 * Runs `change` while no other request on any node changes the company's paid plan. Throws `conflict` after a wait, and
 * `unauthenticated` if the company was removed meanwhile.
 */
export async function withBillingLease<T>(
  { db, payments: { provider } }: PaymentContext,
  companyId: string,
  change: () => Promise<T>,
): Promise<T> {
  const key = { companyId, provider };
  let lease = Promise.resolve(await acquireLease(db, key));
  const prolong = async (held: string) => (await customers.prolongLease(db, key, held, LEASE_SECONDS)) ?? held;
  const timer = setInterval(() => {
    lease = lease.then((held) => prolong(held).catch(() => held));
  }, PROLONG_EVERY_MS);
  try {
    return await change();
  } finally {
    clearInterval(timer);
    await customers.releaseLease(db, key, await lease);
  }
}

async function acquireLease(db: Database, key: customers.CustomerKey): Promise<string> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const lease = await customers.acquireLease(db, key, LEASE_SECONDS).catch(translateRemoved);
    if (lease !== undefined) return lease;
    if (Date.now() > deadline) throw conflict('Your plan is being changed already. Please try again in a moment.');
    await sleep(RETRY_EVERY_MS);
  }
}

function translateRemoved(error: unknown): never {
  if (isOwnerGone(error)) throw unauthenticated();
  throw error;
}
