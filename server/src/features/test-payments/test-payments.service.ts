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
import * as customers from './test-customer.ts';
import { changeCustomer, deleteCustomer, findPrice, insertCustomer, insertPrice } from './test-payments.repository.ts';

/** Returns the customer id of a company; the test pages derive it from the sign-in and need no other proof. */
export const customerIdOf = (companyId: string) => `tcus_${companyId.replaceAll('-', '')}`;

const customerIdOfCheckout = (checkoutId: string) => `tcus_${/^tcs_([0-9a-f]{32})_/.exec(checkoutId)?.[1] ?? ''}`;

/** A customer under the lock of its row, with all renewals and ends until now applied. */
export interface LockedCustomer {
  customer: customers.TestCustomer;
  priceOf: customers.PriceOf;
  now: Date;
}

/** Runs `act` on a customer under the lock of its row, and stores the customer. */
export function withCustomer<T>(db: Database, customerId: string, act: (locked: LockedCustomer) => T): Promise<T> {
  return changeCustomer(db, customerId, (customer, prices) => {
    const now = new Date();
    const priceOf = (id: string) => {
      const price = prices.get(id);
      if (!price) throw notFound('Price not found.');
      return price;
    };
    customers.passTime(customer, priceOf, now);
    return act({ customer, priceOf, now });
  });
}

/** Returns the signed event of a provider that a subscription of this customer changed. */
export async function signedEvent(db: Database, customerId: string): Promise<{ payload: Buffer; signature: string }> {
  const payload = JSON.stringify({
    id: `tevt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { customer: customerId } },
  });
  return { payload: Buffer.from(payload), signature: await sign(payload, await webhookSecret(db)) };
}

const webhookSecret = (db: Database) => generatedSecretOf(db, 'test_webhook_secret');

/** Opens payments that move no money and live in the database: the default if no provider is set up. */
export function testPayments(db: Database): Payments {
  const withLiveSubscription = (
    subscriptionId: string,
    act: (locked: LockedCustomer, live: customers.TestSubscription) => void,
  ) =>
    withCustomer(db, `tcus_${subscriptionId.split('_')[1] ?? ''}`, (locked) => {
      const live = customers.liveOf(locked.customer);
      if (live?.id === subscriptionId) act(locked, live);
    });
  return {
    provider: 'test',
    isTest: true,
    async createCustomer({ id }) {
      await insertCustomer(db, customerIdOf(id), id);
      return customerIdOf(id);
    },
    async priceOf({ versionId, name, cents, cycle }) {
      const id = `tprice_${versionId}`;
      if (!(await findPrice(db, id))) await insertPrice(db, id, { name, cents, cycle });
      return id;
    },
    openCheckout: (order) => withCustomer(db, order.customerId, ({ customer }) => openCheckout(customer, order)),
    readCheckout: (id) =>
      withCustomer(db, customerIdOfCheckout(id), ({ customer }) => toOpened(requireCheckout(customer, id))),
    expireCheckout: (id) =>
      withCustomer(db, customerIdOfCheckout(id), ({ customer }) => {
        const checkout = requireCheckout(customer, id);
        if (checkout.status === 'open') checkout.status = 'expired';
      }),
    listSubscriptions: (id) => withCustomer(db, id, ({ customer }) => customer.subscriptions.map(toPaid).toReversed()),
    async changeNow(id, priceId) {
      await withLiveSubscription(id, (locked, live) => changeNow(locked, live, priceId));
      return null;
    },
    changeAtPeriodEnd: (id, priceId) => withLiveSubscription(id, (_, live) => void (live.nextPriceId = priceId)),
    endAtPeriodEnd: (id, ends) =>
      withLiveSubscription(id, (_, live) => void Object.assign(live, { ends, nextPriceId: null })),
    endNow: (id) =>
      withLiveSubscription(
        id,
        ({ now }, live) => void Object.assign(live, { status: 'canceled', endedAt: now.toISOString() }),
      ),
    openPortal: async (_, returnUrl) => new URL('/test-payments/billing', returnUrl).href,
    forget: (id) => deleteCustomer(db, id),
    async readEvent(payload, signature) {
      const { id, data } = await readSigned(payload, signature, [await webhookSecret(db)]);
      return { id, customerId: (data.object as { customer: string }).customer };
    },
  };
}

function openCheckout(
  customer: customers.TestCustomer,
  order: Parameters<Payments['openCheckout']>[0],
): OpenedCheckout {
  const known = customer.checkouts.find(({ key }) => key === order.key);
  if (known) return toOpened(known);
  const { key, priceId, successUrl, cancelUrl } = order;
  const id = `tcs_${order.customerId.slice('tcus_'.length)}_${randomBytes(8).toString('hex')}`;
  const opened = { id, key, priceId, successUrl, cancelUrl, status: 'open' as const };
  customer.checkouts.push(opened);
  return toOpened(opened);
}

/** Returns a checkout of the customer. Throws `not_found`. */
export function requireCheckout(customer: customers.TestCustomer, id: string): customers.TestCheckoutData {
  const checkout = customer.checkouts.find((each) => each.id === id);
  if (!checkout) throw notFound('Checkout not found.');
  return checkout;
}

function toOpened({ id, status, successUrl }: customers.TestCheckoutData): OpenedCheckout {
  return { id, status, url: status === 'open' ? new URL(`/test-payments/${id}`, successUrl).href : null };
}

function toPaid({ ends, ...subscription }: customers.TestSubscription): PaidSubscription {
  return { ...subscription, endsAt: ends ? subscription.periodEndsAt : null };
}

function changeNow(
  { customer, priceOf, now }: LockedCustomer,
  live: customers.TestSubscription,
  priceId: string,
): void {
  const [from, to] = [priceOf(live.priceId), priceOf(priceId)];
  if (customer.card !== 'works') throw paymentFailed('Your card was declined. Nothing has changed.');
  customers.charge(
    customer,
    now.toISOString(),
    `${to.name}, the difference`,
    customers.difference(live, from, to, now),
  );
  live.priceId = priceId;
  if (from.cycle !== to.cycle) live.periodEndsAt = customers.periodAfter(now.toISOString(), to);
}
