import { randomUUID } from 'node:crypto';
import { conflict } from '../../../errors.ts';
import { type PaidSubscription } from '../../../platform/payments/payments.ts';
import { type BillingActor } from '../subscription/billing-lease.service.ts';
import * as checkouts from '../checkouts.repository.ts';
import {
  orRestorePendingChanges,
  restorePendingChanges,
  withdrawPendingChanges,
} from '../subscription/paid-plan.service.ts';
import { findVersion, type PlanVersion } from '../plans/plans.repository.ts';
import { versionOfPrice } from './prices.service.ts';
import { writeFreeChoice } from '../subscription/subscriptions.repository.ts';
import { syncSubscription, type PaymentContext } from '../subscription/sync-subscription.service.ts';
import { PLANS_PAGE, SUCCESS_PAGE } from './checkout-choice.ts';
import type { Choice } from './checkout-choice.ts';

/** Changes the paid plan, immediately if it costs more and later if less; returns the page of the outcome. */
export async function changePlan(
  ctx: PaymentContext,
  { companyId, userId }: BillingActor,
  live: PaidSubscription,
  choice: Choice,
): Promise<string> {
  if (live.status === 'past_due')
    throw conflict('Your last payment failed. Update your payment method before you change plans.');
  const isSame = live.priceId === choice.priceId;
  const isWaiting = live.endsAt !== null || live.nextPriceId !== null;
  if (isSame && !isWaiting) throw conflict(`You are on the ${choice.terms.name} plan already.`);
  const later = !isSame && (await isCheaper(ctx, live, choice.terms));
  if (isSame) await withdrawPendingChanges(ctx, live);
  const page = isSame ? PLANS_PAGE : later ? await changeLater(ctx, live, choice) : await changeNow(ctx, live, choice);
  // While the change waits for its payment, the free plan that was to follow still follows.
  if (page === PLANS_PAGE || page === SUCCESS_PAGE)
    await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, null));
  if (page === SUCCESS_PAGE) {
    const key = { companyId, provider: ctx.payments.provider };
    await checkouts.insertCheckout(ctx.db, key, choice.terms.id, 'complete');
  }
  await syncSubscription(ctx, companyId, { by: { userId } });
  return page;
}

async function changeLater(ctx: PaymentContext, live: PaidSubscription, { priceId }: Choice): Promise<string> {
  await orRestorePendingChanges(ctx, live, async () => {
    if (live.endsAt !== null) await withdrawPendingChanges(ctx, live);
    await ctx.payments.changeAtPeriodEnd(live.id, priceId, randomUUID());
  });
  return PLANS_PAGE;
}

// A planned change is withdrawn first, and restored if the new plan is not paid. A cancellation can stay.
async function changeNow(ctx: PaymentContext, live: PaidSubscription, { priceId }: Choice): Promise<string> {
  const planned = { ...live, endsAt: null };
  const invoiceUrl = await orRestorePendingChanges(ctx, planned, async () => {
    await withdrawPendingChanges(ctx, planned);
    return ctx.payments.changeNow(live.id, priceId, randomUUID());
  });
  if (invoiceUrl !== null) {
    await restorePendingChanges(ctx, planned);
    return invoiceUrl;
  }
  await withdrawPendingChanges(ctx, { ...live, nextPriceId: null });
  return SUCCESS_PAGE;
}

async function isCheaper(ctx: PaymentContext, live: PaidSubscription, terms: PlanVersion): Promise<boolean> {
  const present = await versionOfPrice(ctx, live.priceId);
  const held = present && (await findVersion(ctx.db, present.id));
  return held !== undefined && centsAMonth(terms) < centsAMonth(held);
}

function centsAMonth({ price_cents, billing_cycle }: PlanVersion): number {
  return billing_cycle === 'yearly' ? price_cents / 12 : price_cents;
}
