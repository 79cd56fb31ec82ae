import type { confirmCheckout as confirmCall } from '@cip/contracts/billing/billing';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { invalid } from '../../../errors.ts';
import { MissingCustomer } from '../../../platform/payments/payments.ts';
import { readOwnerContact } from '../../accounts/company/company.service.ts';
import { requirePlan, requireVersion } from '../billing.service.ts';
import { requirePayments, withBillingLease, type BillingActor } from '../subscription/billing-lease.service.ts';
import * as checkouts from '../checkouts.repository.ts';
import { findCustomer, setCustomer } from '../customers.repository.ts';
import { findPaidSubscription } from '../subscription/paid-plan.service.ts';
import { priceOfTerms } from './prices.service.ts';
import { findSubscription } from '../subscription/subscriptions.repository.ts';
import {
  syncSubscription,
  type BillingContext,
  type PaymentContext,
} from '../subscription/sync-subscription.service.ts';
import { changePlan } from './subscription-change.service.ts';
import { SUCCESS_PAGE, CANCEL_PAGE } from './checkout-choice.ts';
import type { Choice } from './checkout-choice.ts';

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
