import type { Body } from '@cip/contracts/protocol/endpoint';
import type {
  actInTestPortal as actCall,
  payTestCheckout as payCall,
  TestCheckout,
  TestPortal,
} from '@cip/contracts/billing/test-payments';
import { conflict, notFound } from '../../errors.ts';
import { paymentFailed } from '../../platform/payments/payments.ts';
import type { BillingContext } from '../billing/subscription/sync-subscription.service.ts';
import { receiveEvent } from '../billing/webhook/webhook.service.ts';
import * as customers from './test-customer.ts';
import {
  customerIdOf,
  requireCheckout,
  signedEvent,
  withCustomer,
  type LockedCustomer,
} from './test-payments.service.ts';

/** Throws `not_found` if real payments are set up. */
function requireTest({ payments }: BillingContext): void {
  if (!payments?.isTest) throw notFound('There are no test payments here.');
}

/** Returns a checkout of the company for its page. Throws `not_found`. */
export function readTestCheckout(ctx: BillingContext, companyId: string, id: string): Promise<TestCheckout> {
  requireTest(ctx);
  return withCustomer(ctx.db, customerIdOf(companyId), (locked) => toShown(locked, id));
}

function toShown({ customer, priceOf }: LockedCustomer, id: string): TestCheckout {
  const { priceId, status, successUrl, cancelUrl } = requireCheckout(customer, id);
  return { ...toShownPrice(priceOf(priceId)), status, success_url: successUrl, cancel_url: cancelUrl };
}

const toShownPrice = ({ name, cents, cycle }: customers.TestPrice) => ({
  plan: name,
  price: cents / 100,
  billing_cycle: cycle,
});

/** Pays a checkout; a second call changes nothing. Throws `payment_failed` if the card is declined; it stays open. */
export async function payTestCheckout(
  ctx: BillingContext,
  companyId: string,
  id: string,
  { card }: Body<typeof payCall>,
): Promise<TestCheckout> {
  requireTest(ctx);
  const customerId = customerIdOf(companyId);
  const checkout = await withCustomer(ctx.db, customerId, (locked) => {
    pay(locked, id, card);
    return toShown(locked, id);
  });
  await sendEvent(ctx, customerId);
  return checkout;
}

function pay({ customer, priceOf, now }: LockedCustomer, id: string, card: customers.TestCustomer['card']): void {
  const checkout = requireCheckout(customer, id);
  if (checkout.status === 'complete') return;
  if (checkout.status === 'expired') throw conflict('This checkout is no longer open. Please choose your plan again.');
  if (card === 'declined') throw paymentFailed('The test card was declined. Nothing was charged.');
  const bought = priceOf(checkout.priceId);
  const at = now.toISOString();
  customer.card = card;
  customers.charge(customer, at, bought.name, bought.cents);
  checkout.status = 'complete';
  customer.subscriptions.push({
    id: `tsub_${checkout.id.split('_')[1]}_${customer.subscriptions.length}`,
    priceId: checkout.priceId,
    status: 'active',
    createdAt: at,
    periodEndsAt: customers.periodAfter(at, bought),
    ends: false,
    endedAt: null,
    nextPriceId: null,
    unpaidSince: null,
  });
}

// Like a provider: a signed event to the webhook's handler.
async function sendEvent(ctx: BillingContext, customerId: string): Promise<void> {
  const { payload, signature } = await signedEvent(ctx.db, customerId);
  await receiveEvent(ctx, payload, signature);
}

/** Returns the billing portal of the company. */
export function readTestPortal(ctx: BillingContext, companyId: string): Promise<TestPortal> {
  requireTest(ctx);
  return withCustomer(ctx.db, customerIdOf(companyId), ({ customer, priceOf }) => {
    const live = customers.liveOf(customer);
    return {
      card: customer.card,
      subscription: live
        ? {
            ...toShownPrice(priceOf(live.priceId)),
            status: live.status,
            period_ends_at: live.periodEndsAt,
            ends_at: live.ends ? live.periodEndsAt : null,
          }
        : null,
      invoices: customer.invoices
        .toReversed()
        .slice(0, 100)
        .map(({ cents, ...invoice }) => ({ ...invoice, amount: cents / 100 })),
    };
  });
}

const ACTIONS: Record<Body<typeof actCall>['action'], (locked: LockedCustomer) => void> = {
  cancel: ({ customer }) => void Object.assign(customers.liveOf(customer) ?? {}, { ends: true, nextPriceId: null }),
  resume: ({ customer }) => void Object.assign(customers.liveOf(customer) ?? {}, { ends: false }),
  use_declined_card: ({ customer }) => void (customer.card = 'declined'),
  use_working_card: ({ customer }) => {
    customer.card = 'works';
    customers.payOwed(customer);
  },
  renew: ({ customer, priceOf, now }) => {
    const live = customers.liveOf(customer);
    if (live) live.periodEndsAt = now.toISOString();
    customers.passTime(customer, priceOf, now);
  },
};

/** Applies an action of the provider's portal and returns the portal. */
export async function actInTestPortal(
  ctx: BillingContext,
  companyId: string,
  { action }: Body<typeof actCall>,
): Promise<TestPortal> {
  requireTest(ctx);
  await withCustomer(ctx.db, customerIdOf(companyId), ACTIONS[action]);
  await sendEvent(ctx, customerIdOf(companyId));
  return readTestPortal(ctx, companyId);
}
