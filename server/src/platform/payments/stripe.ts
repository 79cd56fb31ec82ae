import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { AppError, unavailable } from '../../errors.ts';
import { MissingCustomer, paymentFailed, type CheckoutOrder, type OpenedCheckout, type Payments } from './payments.ts';
import { sendOnce } from './stripe-keys.ts';
import { findOrCreatePrice } from './stripe-prices.ts';
import { changeLater, endLater, readSubscription } from './stripe-subscriptions.ts';
import { readSigned } from './webhook-signature.ts';

const OVER = ['complete', 'expired'] as const;
/** Timeout of a request (ms). */
const TIMEOUT_MS = 10_000;
/** Retries after a failure of Stripe or the network, with the same idempotency key. */
const RETRIES = 2;

interface StripeSettings {
  secretKey: string;
  webhookSecrets: string[];
  /** Address of the API for tests; null means Stripe's own. */
  api: string | null;
}

/** Creates payments through Stripe. The client is loaded at the first call. */
export function stripePayments({ secretKey, webhookSecrets, api }: StripeSettings): Payments {
  let client: Promise<Stripe> | undefined;
  const request = <T>(send: (stripe: Stripe) => Promise<T>): Promise<T> =>
    (client ??= connect(secretKey, api)).then(send).catch(translate);
  return {
    provider: secretKey.includes('_live_') ? 'stripe-live' : 'stripe-test',
    isTest: false,
    createCustomer: ({ id, name, email, replaces }) =>
      request(async (stripe) => {
        const details = { name, email, metadata: { company_id: id } };
        // The key depends on the details, because a request with another name or e-mail is a different one.
        const key = createHash('sha256')
          .update(JSON.stringify({ ...details, replaces }))
          .digest('hex');
        return (await sendOnce(`customer-${key}`, (options) => stripe.customers.create(details, options))).id;
      }),
    priceOf: (terms) => request((stripe) => findOrCreatePrice(stripe, terms)),
    openCheckout: (order) => request((stripe) => openCheckout(stripe, order)),
    readCheckout: (id) => request(async (stripe) => toCheckout(await stripe.checkout.sessions.retrieve(id))),
    expireCheckout: (id) =>
      request(async (stripe) => {
        await sendOnce(`expire-${id}`, (options) => stripe.checkout.sessions.expire(id, {}, options));
      }),
    listSubscriptions: (customer) =>
      request(async (stripe) => {
        const expand = ['data.schedule', 'data.latest_invoice'];
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand });
        return data.map(readSubscription).toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      }),
    changeNow: (id, price, key) => request((stripe) => changeNow(stripe, id, price, key)),
    changeAtPeriodEnd: (id, price, key) => request((stripe) => changeLater(stripe, id, price, key)),
    endAtPeriodEnd: (id, ends, key) => request((stripe) => endLater(stripe, id, ends, key)),
    endNow: (id, key) =>
      request(async (stripe) => {
        await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }, { idempotencyKey: key });
      }),
    openPortal: (customer, return_url) =>
      request(async (stripe) => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
    forget: (customer) =>
      request(async (stripe) => {
        await stripe.customers.del(customer, {}, { idempotencyKey: `forget-${customer}` }).catch(ignoreMissing);
      }),
    async readEvent(payload, signature) {
      const { id, data } = await readSigned(payload, signature, webhookSecrets);
      const customer = 'customer' in data.object ? data.object.customer : null;
      return { id, customerId: typeof customer === 'string' ? customer : (customer?.id ?? null) };
    },
  };
}

async function connect(secretKey: string, api: string | null): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const address = api === null ? null : new URL(api);
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      host: address.hostname,
      ...(address.port && { port: address.port }),
    }),
  });
}

async function openCheckout(stripe: Stripe, order: CheckoutOrder): Promise<OpenedCheckout> {
  const details: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer: order.customerId,
    line_items: [{ price: order.priceId, quantity: 1 }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  };
  const key = `checkout-${order.key}-${order.customerId}`;
  return toCheckout(await sendOnce(key, (options) => stripe.checkout.sessions.create(details, options)));
}

function toCheckout({ id, url, status }: Stripe.Checkout.Session): OpenedCheckout {
  return { id, url, status: OVER.find((word) => word === status) ?? 'open' };
}

// If the difference is not paid immediately, the change stays pending until it is paid on the invoice's page, with
// another card or with the bank's consent. A withdrawn cancellation waits too, because it is part of the change.
async function changeNow(stripe: Stripe, id: string, price: string, key: string): Promise<string | null> {
  const { items, cancel_at_period_end: ends } = await stripe.subscriptions.retrieve(id);
  const changed = await stripe.subscriptions.update(
    id,
    {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      ...(ends && { cancel_at_period_end: false }),
      expand: ['latest_invoice'],
    },
    { idempotencyKey: key },
  );
  if (!changed.pending_update) return null;
  const invoice = changed.latest_invoice;
  if (typeof invoice === 'string' || !invoice?.hosted_invoice_url)
    throw paymentFailed('Your card was declined. Nothing has changed.');
  return invoice.hosted_invoice_url;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error;
}

// A card error is shown to the payer. Any other invalid request is our bug, so it is only logged.
async function translate(error: unknown): Promise<never> {
  if (error instanceof AppError) throw error;
  const { Stripe: Client } = await import('stripe');
  if (error instanceof Client.errors.StripeCardError) throw paymentFailed(`${error.message} Nothing has changed.`);
  if (error instanceof Client.errors.StripeInvalidRequestError) {
    if (error.code === 'resource_missing' && error.param === 'customer') throw new MissingCustomer();
    // Without Stripe's status, which would become the status of the reply.
    throw new Error('Stripe refused a request.', { cause: error });
  }
  if (error instanceof Client.errors.StripeError) {
    const failure = unavailable('Card payments cannot be reached at the moment. Please try again.');
    failure.cause = error;
    throw failure;
  }
  throw error;
}
