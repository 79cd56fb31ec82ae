import { randomUUID } from 'node:crypto';
import type { confirmCheckout as confirmCall } from '@cip/contracts/billing/billing';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { conflict, invalid } from '../../errors.ts';
import { MissingCustomer, type PaidSubscription } from '../../platform/payments/payments.ts';
import { readOwnerContact } from '../accounts/company/company.service.ts';
import { requirePlan, requireVersion } from './billing.service.ts';
import { requirePayments, withBillingLease, type BillingActor } from './billing-lease.service.ts';
import * as checkouts from './checkouts.repository.ts';
import { findCustomer, setCustomer } from './customers.repository.ts';
import {
  findPaidSubscription,
  orRestorePendingChanges,
  restorePendingChanges,
  withdrawPendingChanges,
} from './paid-plan.service.ts';
import { findVersion, type PlanVersion } from './plans/plans.repository.ts';
import { priceOfTerms, versionOfPrice } from './prices.service.ts';
import { findSubscription, writeFreeChoice } from './subscriptions.repository.ts';
import { syncSubscription, type BillingContext, type PaymentContext } from './sync-subscription.service.ts';

/** The pages that the provider returns to. */
const PLANS_PAGE = '/subscription-plans';
const SUCCESS_PAGE = `${PLANS_PAGE}?checkout=success`;
const CANCEL_PAGE = `${PLANS_PAGE}?checkout=cancelled`;

/** A checkout whose request may have been lost: it is created again under the same key. */
const NOT_CREATED_YET = { status: 'open', url: null } as const;

/**
 * Returns the URL to take a paid plan: of a checkout or, if the company already pays for another plan, of the outcome
 * of the change. A second call returns the same checkout. Throws `unavailable` if there is no provider, `invalid` for a
 * free plan, `conflict` for the current plan and `payment_failed` for a declined card.
 */
export async function startCheckout(
  ctx: BillingContext,
  actor: BillingActor,
  planId: string,
  origin: string,
): Promise<{ url: string }> {
  const { companyId } = actor;
  const plan = await requirePlan(ctx.db, planId);
  if (plan.price === 0)
    throw invalid('subscription_plan_id', `The ${plan.name} plan is free: subscribe to it without a checkout.`);
  const paid = requirePayments(ctx);
  return withBillingLease(paid, companyId, async () => {
    const terms = await requireVersion(ctx.db, planId);
    const choice = { terms, priceId: await priceOfTerms(paid, terms) };
    try {
      return { url: await takePlan(paid, actor, choice, origin) };
    } catch (error) {
      if (!(error instanceof MissingCustomer)) throw error;
      await replaceCustomer(paid, companyId);
      return { url: await takePlan(paid, actor, choice, origin) };
    }
  });
}

interface Choice {
  terms: PlanVersion;
  priceId: string;
}

async function takePlan(ctx: PaymentContext, actor: BillingActor, choice: Choice, origin: string): Promise<string> {
  const live = await findPaidSubscription(ctx, actor.companyId);
  if (!live) return openCheckout(ctx, actor.companyId, choice, origin);
  return new URL(await changePlan(ctx, actor, live, choice), origin).href;
}

async function openCheckout(ctx: PaymentContext, companyId: string, choice: Choice, origin: string): Promise<string> {
  const key = { companyId, provider: ctx.payments.provider };
  const customerId = await requireCustomer(ctx, companyId);
  const found = await findReusable(ctx, companyId, choice);
  if (found?.url) return found.url;
  const checkout = found?.checkout ?? (await checkouts.insertCheckout(ctx.db, key, choice.terms.id, 'open'));
  const opened = await ctx.payments.openCheckout({
    customerId,
    priceId: choice.priceId,
    key: checkout.id,
    successUrl: new URL(SUCCESS_PAGE, origin).href,
    cancelUrl: new URL(CANCEL_PAGE, origin).href,
  });
  await checkouts.changeCheckout(ctx.db, checkout.id, { provider_checkout_id: opened.id });
  // If it has no URL, it was paid in another tab at this moment: show the outcome.
  return opened.url ?? new URL(SUCCESS_PAGE, origin).href;
}

/** An open checkout, and its page once the provider has created it. */
interface OpenCheckout {
  checkout: checkouts.Checkout;
  url: string | null;
}

/** Returns the open checkout of the same terms, if any, and closes all others so that no plan is paid twice. */
async function findReusable(
  ctx: PaymentContext,
  companyId: string,
  { terms }: Choice,
): Promise<OpenCheckout | undefined> {
  const key = { companyId, provider: ctx.payments.provider };
  let found: OpenCheckout | undefined;
  for (const checkout of await checkouts.listOpen(ctx.db, key)) {
    const id = checkout.provider_checkout_id;
    const { status, url } = id === null ? NOT_CREATED_YET : await ctx.payments.readCheckout(id);
    if (!found && status === 'open' && checkout.plan_version_id === terms.id) found = { checkout, url };
    else {
      if (id !== null && status === 'open') await ctx.payments.expireCheckout(id);
      await checkouts.changeCheckout(ctx.db, checkout.id, { status: 'expired' });
    }
  }
  return found;
}

async function requireCustomer(ctx: PaymentContext, companyId: string): Promise<string> {
  const known = await findCustomer(ctx.db, { companyId, provider: ctx.payments.provider });
  return known?.customer_id ?? (await replaceCustomer(ctx, companyId));
}

/** Creates a customer for the company in place of its deleted one, or as its first. */
async function replaceCustomer({ db, payments }: PaymentContext, companyId: string): Promise<string> {
  const key = { companyId, provider: payments.provider };
  const from = (await findCustomer(db, key))?.customer_id ?? null;
  const { name, email } = await readOwnerContact(db, companyId);
  const to = await payments.createCustomer({ id: companyId, name, email, replaces: from });
  await setCustomer(db, key, { from, to });
  return to;
}

/** Changes the paid plan, immediately if it costs more and later if less; returns the page of the outcome. */
async function changePlan(
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

/** Returns the outcome of the company's last checkout from the provider; the page's address proves nothing. */
export async function confirmCheckout(ctx: BillingContext, companyId: string): Promise<Reply<typeof confirmCall>> {
  const outcomeOf = async (outcome: Reply<typeof confirmCall>['outcome']) => ({
    outcome,
    subscription: (await findSubscription(ctx.db, companyId)) ?? null,
  });
  if (!ctx.payments) return outcomeOf('none');
  const paid = requirePayments(ctx);
  const key = { companyId, provider: ctx.payments.provider };
  const last = await checkouts.findLast(ctx.db, key);
  if (!last || last.status === 'expired') return outcomeOf('none');
  if (last.provider_checkout_id !== null && last.status === 'open') {
    const { status } = await ctx.payments.readCheckout(last.provider_checkout_id);
    if (status === 'expired') {
      await checkouts.changeCheckout(ctx.db, last.id, { status });
      return outcomeOf('none');
    }
    if (status === 'open') return outcomeOf('pending');
  }
  await syncSubscription(paid, companyId);
  const outcome = await outcomeOf('paid');
  return outcome.subscription?.paid && outcome.subscription.status === 'active' ? outcome : outcomeOf('pending');
}
