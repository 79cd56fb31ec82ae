import type { Body } from '@cip/contracts/endpoint';
import type { actInTestPortal, payTestCheckout, TestCheckout, TestPortal } from '@cip/contracts/test-payments';
import { conflict, notFound } from '../../errors.ts';
import { paymentFailed } from '../../platform/payments/payments.ts';
import type { BillingCtx } from '../billing/take-over.service.ts';
import { receiveEvent } from '../billing/webhook.service.ts';
import * as payers from './test-payer.ts';
import { hold, payerIdOf, requireCheckout, signedEvent, type Held } from './test-payments.service.ts';

/** Makes these pages nobody's where real payments are set up. Throws `not_found`. */
function requireTest({ payments }: BillingCtx): void {
  if (!payments?.isTest) throw notFound('There are no test payments here.');
}

/** A checkout of the company, for its page. Throws `not_found`. */
export function readTestCheckout(ctx: BillingCtx, companyId: string, id: string): Promise<TestCheckout> {
  requireTest(ctx);
  return hold(ctx.db, payerIdOf(companyId), (held) => shown(held, id));
}

function shown({ payer, priceOf }: Held, id: string): TestCheckout {
  const { priceId, status, successUrl, cancelUrl } = requireCheckout(payer, id);
  return { ...price(priceOf(priceId)), status, success_url: successUrl, cancel_url: cancelUrl };
}

const price = ({ name, cents, cycle }: payers.TestPrice) => ({ plan: name, price: cents / 100, billing_cycle: cycle });

/** Pays, or is declined: then it throws `payment_failed`, and the checkout stays open. Again changes nothing. */
export async function payTestCheckoutOf(
  ctx: BillingCtx,
  companyId: string,
  id: string,
  { card }: Body<typeof payTestCheckout>,
): Promise<TestCheckout> {
  requireTest(ctx);
  const payerId = payerIdOf(companyId);
  const checkout = await hold(ctx.db, payerId, (held) => {
    pay(held, id, card);
    return shown(held, id);
  });
  await tell(ctx, payerId);
  return checkout;
}

function pay({ payer, priceOf, now }: Held, id: string, card: payers.TestPayer['card']): void {
  const checkout = requireCheckout(payer, id);
  if (checkout.status === 'complete') return;
  if (checkout.status === 'expired') throw conflict('This checkout is no longer open. Please choose your plan again.');
  if (card === 'declined') throw paymentFailed('The test card was declined. Nothing was charged.');
  const bought = priceOf(checkout.priceId);
  const at = now.toISOString();
  payer.card = card;
  payers.charge(payer, at, bought.name, bought.cents);
  checkout.status = 'complete';
  payer.subscriptions.push({
    id: `tsub_${checkout.id.split('_')[1]}_${payer.subscriptions.length}`,
    priceId: checkout.priceId,
    status: 'active',
    createdAt: at,
    periodEndsAt: payers.periodAfter(at, bought),
    ends: false,
    endedAt: null,
    nextPriceId: null,
    unpaidSince: null,
  });
}

// As a provider would: by a signed message to the handler of all messages.
async function tell(ctx: BillingCtx, payerId: string): Promise<void> {
  const { payload, signature } = await signedEvent(ctx.db, payerId);
  await receiveEvent(ctx, payload, signature);
}

/** The billing portal of the company. */
export function readTestPortal(ctx: BillingCtx, companyId: string): Promise<TestPortal> {
  requireTest(ctx);
  return hold(ctx.db, payerIdOf(companyId), ({ payer, priceOf }) => {
    const live = payers.liveOf(payer);
    return {
      card: payer.card,
      subscription: live
        ? {
            ...price(priceOf(live.priceId)),
            status: live.status,
            period_ends_at: live.periodEndsAt,
            ends_at: live.ends ? live.periodEndsAt : null,
          }
        : null,
      invoices: payer.invoices
        .toReversed()
        .slice(0, 100)
        .map(({ cents, ...invoice }) => ({ ...invoice, amount: cents / 100 })),
    };
  });
}

const ACTIONS: Record<Body<typeof actInTestPortal>['action'], (held: Held) => void> = {
  cancel: ({ payer }) => void Object.assign(payers.liveOf(payer) ?? {}, { ends: true, nextPriceId: null }),
  resume: ({ payer }) => void Object.assign(payers.liveOf(payer) ?? {}, { ends: false }),
  use_declined_card: ({ payer }) => void (payer.card = 'declined'),
  use_working_card: ({ payer }) => {
    payer.card = 'works';
    payers.payOwed(payer);
  },
  renew: ({ payer, priceOf, now }) => {
    const live = payers.liveOf(payer);
    if (live) live.periodEndsAt = now.toISOString();
    payers.passTime(payer, priceOf, now);
  },
};

/** Acts as the payer does in the provider's portal. */
export async function actInTestPortalOf(
  ctx: BillingCtx,
  companyId: string,
  { action }: Body<typeof actInTestPortal>,
): Promise<TestPortal> {
  requireTest(ctx);
  await hold(ctx.db, payerIdOf(companyId), ACTIONS[action]);
  await tell(ctx, payerIdOf(companyId));
  return readTestPortal(ctx, companyId);
}
