import { randomUUID } from 'node:crypto';
import type { Subscription } from '@cip/contracts/billing';
import { conflict } from '../../errors.ts';
import type { PaidSubscription } from '../../platform/payments/payments.ts';
import { changing, requirePayments, type Payer } from './changing.service.ts';
import { findCustomer } from './customers.repository.ts';
import { requireSubscription } from './free-plan.service.ts';
import { isLive } from './standing.ts';
import { writeFreeChoice } from './subscriptions.repository.ts';
import { listOneLive, takeOver, type BillingCtx, type PaidCtx } from './take-over.service.ts';

/** Cancels the paid plan at the end of what is paid for; again changes nothing. Throws `conflict` without one. */
export function cancelSubscription(ctx: BillingCtx, payer: Payer) {
  return changePaid(ctx, payer, async ({ payments }, { id, endsAt }) => {
    if (endsAt === null) await payments.endAtPeriodEnd(id, true, randomUUID());
  });
}

/** Keeps the paid plan after all: no cancellation, no change at the period's end. Throws `conflict` without one. */
export function resumeSubscription(ctx: BillingCtx, payer: Payer) {
  return changePaid(ctx, payer, goOn);
}

/** Takes back what was to happen at the period's end. */
export async function goOn(
  { payments }: Pick<PaidCtx, 'payments'>,
  { id, endsAt, nextPriceId }: PaidSubscription,
): Promise<void> {
  if (endsAt !== null) await payments.endAtPeriodEnd(id, false, randomUUID());
  if (nextPriceId !== null) await payments.changeAtPeriodEnd(id, null, randomUUID());
}

// Whatever is chosen here, a free plan that was to follow is no longer meant.
function changePaid(
  ctx: BillingCtx,
  { companyId, userId }: Payer,
  change: (ctx: PaidCtx, live: PaidSubscription) => Promise<void>,
): Promise<Subscription> {
  const paid = requirePayments(ctx);
  return changing(paid, companyId, async () => {
    const live = await findLive(paid, companyId);
    if (!live) throw conflict('There is no paid plan at the moment.');
    await change(paid, live);
    await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, null));
    await takeOver(paid, companyId, { by: { userId } });
    return requireSubscription(ctx.db, companyId);
  });
}

/** The subscription the company pays for, as the provider says, or undefined. */
export async function findLive({ db, payments }: PaidCtx, companyId: string): Promise<PaidSubscription | undefined> {
  const customer = await findCustomer(db, { companyId, provider: payments.provider });
  if (!customer?.customer_id) return undefined;
  return (await listOneLive(payments, customer.customer_id)).find(isLive);
}

/** Where the company finds its card, its invoices and the cancellation. Throws `conflict` before it ever paid. */
export async function openPortal(ctx: BillingCtx, companyId: string, returnUrl: string): Promise<{ url: string }> {
  const { payments } = requirePayments(ctx);
  const customer = await findCustomer(ctx.db, { companyId, provider: payments.provider });
  if (!customer?.customer_id) throw conflict('There is nothing to manage yet. Take a paid plan first.');
  return { url: await payments.openPortal(customer.customer_id, returnUrl) };
}
