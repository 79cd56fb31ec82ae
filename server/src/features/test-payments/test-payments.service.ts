import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../errors.ts';
import {
  paymentFailed,
  type OpenedCheckout,
  type PaidSubscription,
  type Payments,
} from '../../platform/payments/payments.ts';
import { generatedSecretOf } from '../../platform/security/signing-secret.ts';
import { readSigned, sign } from '../../platform/payments/webhook-signature.ts';
import * as payers from './test-payer.ts';
import { changePayer, findPrice, keepPayer, keepPrice, removePayer } from './test-payments.repository.ts';

/** The payer of a company; who pays is known by the company, so that a page needs no other proof than its sign-in. */
export const payerIdOf = (companyId: string) => `tcus_${companyId.replaceAll('-', '')}`;

const payerIdOfCheckout = (checkoutId: string) => `tcus_${/^tcs_([0-9a-f]{32})_/.exec(checkoutId)?.[1] ?? ''}`;

/** A payer in the hands of whoever changes it, with the time that has passed since already spent. */
export interface Held {
  payer: payers.TestPayer;
  priceOf: payers.PriceOf;
  now: Date;
}

/** Does something to a payer while nobody else can. */
export function hold<T>(db: Database, payerId: string, act: (held: Held) => T): Promise<T> {
  return changePayer(db, payerId, (payer, prices) => {
    const now = new Date();
    const priceOf = (id: string) => {
      const price = prices.get(id);
      if (!price) throw notFound('There is no such price.');
      return price;
    };
    payers.passTime(payer, priceOf, now);
    return act({ payer, priceOf, now });
  });
}

/** The signed message that something of this payer has changed, as a provider would send it. */
export async function signedEvent(db: Database, payerId: string): Promise<{ payload: Buffer; signature: string }> {
  const payload = JSON.stringify({
    id: `tevt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { customer: payerId } },
  });
  return { payload: Buffer.from(payload), signature: await sign(payload, await webhookSecret(db)) };
}

const webhookSecret = (db: Database) => generatedSecretOf(db, 'test_webhook_secret');

/** Payments that move no money, kept in the database: the default where no provider is set up. */
export function testPayments(db: Database): Payments {
  const holdLive = (subscriptionId: string, act: (held: Held, live: payers.TestSubscription) => void) =>
    hold(db, `tcus_${subscriptionId.split('_')[1] ?? ''}`, (held) => {
      const live = payers.liveOf(held.payer);
      if (live?.id === subscriptionId) act(held, live);
    });
  return {
    provider: 'test',
    isTest: true,
    async createCustomer({ id }) {
      await keepPayer(db, payerIdOf(id), id);
      return payerIdOf(id);
    },
    async priceOf({ versionId, name, cents, cycle }) {
      const id = `tprice_${versionId}`;
      if (!(await findPrice(db, id))) await keepPrice(db, id, { name, cents, cycle });
      return id;
    },
    openCheckout: (order) => hold(db, order.customerId, ({ payer }) => openCheckout(payer, order)),
    readCheckout: (id) => hold(db, payerIdOfCheckout(id), ({ payer }) => toOpened(requireCheckout(payer, id))),
    expireCheckout: (id) =>
      hold(db, payerIdOfCheckout(id), ({ payer }) => {
        const checkout = requireCheckout(payer, id);
        if (checkout.status === 'open') checkout.status = 'expired';
      }),
    listSubscriptions: (id) => hold(db, id, ({ payer }) => payer.subscriptions.map(toPaid).toReversed()),
    async changeNow(id, priceId) {
      await holdLive(id, (held, live) => changeNow(held, live, priceId));
      return null;
    },
    changeAtPeriodEnd: (id, priceId) => holdLive(id, (_, live) => void (live.nextPriceId = priceId)),
    endAtPeriodEnd: (id, ends) => holdLive(id, (_, live) => void Object.assign(live, { ends, nextPriceId: null })),
    endNow: (id) =>
      holdLive(id, ({ now }, live) => void Object.assign(live, { status: 'canceled', endedAt: now.toISOString() })),
    openPortal: async (_, returnUrl) => new URL('/test-payments/billing', returnUrl).href,
    forget: (id) => removePayer(db, id),
    async readEvent(payload, signature) {
      const { id, data } = await readSigned(payload, signature, [await webhookSecret(db)]);
      return { id, customerId: (data.object as { customer: string }).customer };
    },
  };
}

function openCheckout(payer: payers.TestPayer, order: Parameters<Payments['openCheckout']>[0]): OpenedCheckout {
  const known = payer.checkouts.find(({ key }) => key === order.key);
  if (known) return toOpened(known);
  const { key, priceId, successUrl, cancelUrl } = order;
  const id = `tcs_${order.customerId.slice('tcus_'.length)}_${randomBytes(8).toString('hex')}`;
  const opened = { id, key, priceId, successUrl, cancelUrl, status: 'open' as const };
  payer.checkouts.push(opened);
  return toOpened(opened);
}

/** A checkout of the payer. Throws `not_found`. */
export function requireCheckout(payer: payers.TestPayer, id: string): payers.TestCheckoutData {
  const checkout = payer.checkouts.find((each) => each.id === id);
  if (!checkout) throw notFound('There is no such checkout.');
  return checkout;
}

function toOpened({ id, status, successUrl }: payers.TestCheckoutData): OpenedCheckout {
  return { id, status, url: status === 'open' ? new URL(`/test-payments/${id}`, successUrl).href : null };
}

function toPaid({ ends, ...subscription }: payers.TestSubscription): PaidSubscription {
  return { ...subscription, endsAt: ends ? subscription.periodEndsAt : null };
}

function changeNow({ payer, priceOf, now }: Held, live: payers.TestSubscription, priceId: string): void {
  const [from, to] = [priceOf(live.priceId), priceOf(priceId)];
  if (payer.card !== 'works') throw paymentFailed('Your card was declined. Nothing has changed.');
  payers.charge(payer, now.toISOString(), `${to.name}, the difference`, payers.difference(live, from, to, now));
  live.priceId = priceId;
  if (from.cycle !== to.cycle) live.periodEndsAt = payers.periodAfter(now.toISOString(), to);
}
