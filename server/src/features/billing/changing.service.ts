import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, unavailable } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import * as customers from './customers.repository.ts';
import type { BillingCtx, PaidCtx } from './take-over.service.ts';

/** Longest a change may take; after that whoever made it is taken for dead, in seconds. */
const CHANGE_WITHIN_SECONDS = 60;
/** How long a second change waits for the first, in milliseconds. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 100;

/** Who changes what a company pays for. */
export type Payer = Pick<Principal, 'companyId' | 'userId'>;

/** The payment provider of this server. Throws `unavailable` where there is none. */
export function requirePayments(ctx: BillingCtx): PaidCtx {
  if (!ctx.payments)
    throw unavailable('Card payments are not set up on this server, so paid plans cannot be taken. Free plans can.');
  return { db: ctx.db, mails: ctx.mails, payments: ctx.payments };
}

/** Changes what the company pays for while nobody else does, on whichever node. Throws `conflict` after some waiting. */
export async function changing<T>(
  { db, payments: { provider } }: PaidCtx,
  companyId: string,
  change: () => Promise<T>,
): Promise<T> {
  const key = { companyId, provider };
  const deadline = Date.now() + WAIT_MS;
  while (!(await customers.reserve(db, key, CHANGE_WITHIN_SECONDS))) {
    if (Date.now() > deadline) throw conflict('Your plan is being changed already. Please try again in a moment.');
    await sleep(LOOK_EVERY_MS);
  }
  try {
    return await change();
  } finally {
    await customers.release(db, key);
  }
}
