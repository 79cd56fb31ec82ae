import { randomUUID } from 'node:crypto';
import type { confirmCheckout as confirmCall } from '@cip/contracts/billing';
import type { Reply } from '@cip/contracts/endpoint';
import { conflict, invalid } from '../../errors.ts';
import type { PaidSubscription } from '../../platform/payments/payments.ts';
import { readOwnerContact } from '../accounts/company/company.service.ts';
import { findSubscription, requirePlan, requireTerms } from './billing.service.ts';
import { changing, requirePayments, type Payer } from './changing.service.ts';
import * as checkouts from './checkouts.repository.ts';
import { findCustomer, keepCustomer } from './customers.repository.ts';
import { findLive, goOn } from './paid-plan.service.ts';
import { findVersion, type PlanVersion } from './plans.repository.ts';
import { priceOfTerms, versionOfPrice } from './prices.service.ts';
import { writeFreeChoice } from './subscriptions.repository.ts';
import { takeOver, type BillingCtx, type PaidCtx } from './take-over.service.ts';

/** Pages to come back to. */
const PLANS_PAGE = '/subscription-plans';
const SUCCESS_PAGE = `${PLANS_PAGE}?checkout=success`;
const CANCEL_PAGE = `${PLANS_PAGE}?checkout=cancelled`;

/** Of a checkout whose request may have been lost: it is made again under the same key. */
const NOT_THERE_YET = { status: 'open', url: null } as const;

/**
 * Where the browser goes to take a paid plan: to its checkout or, when the company pays for another plan already, to
 * the outcome of the change. Asked again it answers with the same checkout. Throws `unavailable` without a provider,
 * `invalid` for a free plan, `conflict` for the plan it has, `payment_failed` for a refused card.
 */
export async function startCheckout(
  ctx: BillingCtx,
  payer: Payer,
  planId: string,
  origin: string,
): Promise<{ url: string }> {
  const { companyId } = payer;
  const plan = await requirePlan(ctx.db, planId);
  if (plan.price === 0)
    throw invalid('subscription_plan_id', `The ${plan.name} plan is free: subscribe to it without a checkout.`);
  const paid = requirePayments(ctx);
  return changing(paid, companyId, async () => {
    const terms = await requireTerms(ctx.db, planId);
    const priceId = await priceOfTerms(paid, terms);
    const live = await findLive(paid, companyId);
    if (!live) return { url: await openCheckout(paid, companyId, { terms, priceId }, origin) };
    const path = await changePlan(paid, payer, live, { terms, priceId });
    return { url: new URL(path, origin).href };
  });
}

interface Choice {
  terms: PlanVersion;
  priceId: string;
}

async function openCheckout(ctx: PaidCtx, companyId: string, choice: Choice, origin: string): Promise<string> {
  const key = { companyId, provider: ctx.payments.provider };
  const customerId = await customerOf(ctx, companyId);
  const found = await reusable(ctx, companyId, choice);
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
  // Paid in another tab in this very moment: its outcome is there.
  return opened.url ?? new URL(SUCCESS_PAGE, origin).href;
}

/** A checkout that is open still, and its page once the provider has one. */
interface Open {
  checkout: checkouts.Checkout;
  url: string | null;
}

/** The open checkout of the same terms, if any; every other one is closed, so that nobody pays twice. */
async function reusable(ctx: PaidCtx, companyId: string, { terms }: Choice): Promise<Open | undefined> {
  const key = { companyId, provider: ctx.payments.provider };
  let found: Open | undefined;
  for (const checkout of await checkouts.listOpen(ctx.db, key)) {
    const id = checkout.provider_checkout_id;
    const { status, url } = id === null ? NOT_THERE_YET : await ctx.payments.readCheckout(id);
    if (!found && status === 'open' && checkout.plan_version_id === terms.id) found = { checkout, url };
    else {
      if (id !== null && status === 'open') await ctx.payments.expireCheckout(id);
      await checkouts.changeCheckout(ctx.db, checkout.id, { status: 'expired' });
    }
  }
  return found;
}

async function customerOf({ db, payments }: PaidCtx, companyId: string): Promise<string> {
  const key = { companyId, provider: payments.provider };
  const known = await findCustomer(db, key);
  if (known?.customer_id) return known.customer_id;
  const { name, email } = await readOwnerContact(db, companyId);
  const customerId = await payments.createCustomer({ id: companyId, name, email });
  await keepCustomer(db, key, customerId);
  return customerId;
}

/** Changes what is paid for, dearer at once and cheaper later; answers with the page that shows the outcome. */
async function changePlan(
  ctx: PaidCtx,
  { companyId, userId }: Payer,
  live: PaidSubscription,
  choice: Choice,
): Promise<string> {
  if (live.status === 'past_due')
    throw conflict('Your last payment failed. Please put your card right before you change the plan.');
  const isSame = live.priceId === choice.priceId;
  const isWaiting = live.endsAt !== null || live.nextPriceId !== null;
  if (isSame && !isWaiting) throw conflict(`You are on the ${choice.terms.name} plan already.`);
  const later = !isSame && (await isCheaper(ctx, live, choice.terms));
  if (!later || live.endsAt !== null) await goOn(ctx, live);
  const page = isSame ? PLANS_PAGE : later ? await changeLater(ctx, live, choice) : await changeNow(ctx, live, choice);
  await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, null));
  if (page === SUCCESS_PAGE) {
    const key = { companyId, provider: ctx.payments.provider };
    await checkouts.insertCheckout(ctx.db, key, choice.terms.id, 'complete');
  }
  await takeOver(ctx, companyId, { by: { userId } });
  return page;
}

async function changeLater({ payments }: PaidCtx, { id }: PaidSubscription, { priceId }: Choice): Promise<string> {
  await payments.changeAtPeriodEnd(id, priceId, randomUUID());
  return PLANS_PAGE;
}

async function changeNow({ payments }: PaidCtx, { id }: PaidSubscription, { priceId }: Choice): Promise<string> {
  return (await payments.changeNow(id, priceId, randomUUID())) ?? SUCCESS_PAGE;
}

async function isCheaper(ctx: PaidCtx, live: PaidSubscription, terms: PlanVersion): Promise<boolean> {
  const present = await versionOfPrice(ctx, live.priceId);
  const held = present && (await findVersion(ctx.db, present.id));
  return held !== undefined && centsAMonth(terms) < centsAMonth(held);
}

function centsAMonth({ price_cents, billing_cycle }: PlanVersion): number {
  return billing_cycle === 'yearly' ? price_cents / 12 : price_cents;
}

/** What became of the company's last checkout: the provider is asked, whatever the address says. */
export async function confirmCheckout(ctx: BillingCtx, companyId: string): Promise<Reply<typeof confirmCall>> {
  const answer = async (outcome: Reply<typeof confirmCall>['outcome']) => ({
    outcome,
    subscription: (await findSubscription(ctx.db, companyId)) ?? null,
  });
  if (!ctx.payments) return answer('none');
  const paid = requirePayments(ctx);
  const key = { companyId, provider: ctx.payments.provider };
  const last = await checkouts.findLast(ctx.db, key);
  if (!last || last.status === 'expired') return answer('none');
  if (last.provider_checkout_id !== null && last.status === 'open') {
    const { status } = await ctx.payments.readCheckout(last.provider_checkout_id);
    if (status === 'expired') {
      await checkouts.changeCheckout(ctx.db, last.id, { status });
      return answer('none');
    }
    if (status === 'open') return answer('pending');
  }
  await takeOver(paid, companyId);
  const outcome = await answer('paid');
  return outcome.subscription?.paid && outcome.subscription.status === 'active' ? outcome : answer('pending');
}
