import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, unavailable } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import * as customers from './customers.repository.ts';
import type { BillingContext, PaymentContext } from './sync-subscription.service.ts';

/** A lease ends after this time, in seconds: its node has crashed. */
const LEASE_SECONDS = 60;
/** How long a second change waits for the first, in milliseconds. */
const WAIT_MS = 8_000;
const RETRY_EVERY_MS = 100;

/** The user who changes the plan of their company. */
export type BillingActor = Pick<Principal, 'companyId' | 'userId'>;

/** Returns `ctx` with its payment provider. Throws `unavailable` where there is none. */
export function requirePayments(ctx: BillingContext): PaymentContext {
  if (!ctx.payments)
    throw unavailable('Card payments are not set up on this server, so paid plans cannot be taken. Free plans can.');
  return { db: ctx.db, mails: ctx.mails, payments: ctx.payments };
}

/** Runs `change` while no other request on any node changes the company's paid plan. Throws `conflict` after a wait. */
export async function withBillingLease<T>(
  { db, payments: { provider } }: PaymentContext,
  companyId: string,
  change: () => Promise<T>,
): Promise<T> {
  const key = { companyId, provider };
  const deadline = Date.now() + WAIT_MS;
  while (!(await customers.acquireLease(db, key, LEASE_SECONDS))) {
    if (Date.now() > deadline) throw conflict('Your plan is being changed already. Please try again in a moment.');
    await sleep(RETRY_EVERY_MS);
  }
  try {
    return await change();
  } finally {
    await customers.releaseLease(db, key);
  }
}
