import * as billing from '@cip/contracts/billing/billing';
import Stripe from 'stripe';
import { registerCompany, type SignedIn } from '../builders.ts';
import { call } from '../http/call.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { SECRET_KEY, startStripe, type StripeStandIn } from './stand-in.ts';
import type { WireEvent } from './wire.ts';

/** The webhook secrets of the nodes: the current one and the previous one. */
export const SECRETS = { now: 'whsec_now', before: 'whsec_before' };

/** Returns the settings of a node that uses the stand-in. */
const stripeSettings = (stripe: StripeStandIn): Record<string, string> => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: `${SECRETS.now}, ${SECRETS.before}`,
  STRIPE_API: stripe.url,
  PUBLIC_URL: 'https://interviews.example.com',
});

/** A node with its own Stripe stand-in. */
export interface PaidWorld {
  node: TestApp;
  stripe: StripeStandIn;
  plans: Record<'starter' | 'professional' | 'enterprise', string>;
  close(): Promise<void>;
}

/** Starts a node and its Stripe stand-in; `more` adds settings. */
export async function startPaidWorld(more: Record<string, string> = {}): Promise<PaidWorld> {
  const stripe = await startStripe();
  const node = await startTestApp({ env: { ...stripeSettings(stripe), ...more } });
  const rows = await node.ctx.db.selectFrom('plans').select(['slug', 'id']).execute();
  const plans = Object.fromEntries(rows.map(({ slug, id }) => [slug, id])) as PaidWorld['plans'];
  return { node, stripe, plans, close: () => node.close().then(stripe.close) };
}

/** Starts a checkout of a plan and returns its page. */
export async function checkoutUrl({ node }: PaidWorld, { token }: SignedIn, planId: string): Promise<string> {
  const body = { subscription_plan_id: planId };
  return (await call(node.app, billing.startCheckout, { token, body })).reply.url;
}

/** Registers a company that has paid for a plan, with all events delivered. */
export async function paidCompany(
  world: PaidWorld,
  planId = world.plans.professional,
): Promise<SignedIn & { subscriptionId: string; customerId: string }> {
  const owner = await registerCompany(world.node, { plan: null });
  const sessionId = (await checkoutUrl(world, owner, planId)).split('/').at(-1) ?? '';
  const from = world.stripe.account.events.length;
  world.stripe.account.pay(sessionId);
  for (const event of world.stripe.account.events.slice(from))
    if ((await deliver(world, event)) !== 200) throw new Error(`${event.type} was refused.`);
  const session = world.stripe.account.sessions.get(sessionId);
  return { ...owner, subscriptionId: session?.subscription ?? '', customerId: session?.customer ?? '' };
}

interface Delivery {
  secret?: string;
  /** Time of the signature (s since 1970). */
  timestamp?: number;
  /** A payload that differs from the signed one. */
  payload?: string;
  /** The whole header. */
  signature?: string;
}

/** Sends a webhook of Stripe to the node and returns the status. */
export async function deliver(
  { node }: Pick<PaidWorld, 'node'>,
  event: WireEvent,
  { secret = SECRETS.now, timestamp = Math.floor(Date.now() / 1000), payload, signature }: Delivery = {},
): Promise<number> {
  const signed = JSON.stringify(event);
  const header = signature ?? Stripe.webhooks.generateTestHeaderString({ payload: signed, secret, timestamp });
  const { statusCode } = await node.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header },
    payload: payload ?? signed,
  });
  return statusCode;
}

/** Returns the company's subscription as its endpoint shows it. */
export async function subscriptionOf({ node }: Pick<PaidWorld, 'node'>, { token }: { token: string }) {
  return (await call(node.app, billing.getCurrentSubscription, { token })).reply.subscription;
}
