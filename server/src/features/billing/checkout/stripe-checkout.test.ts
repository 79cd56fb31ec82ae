import { setTimeout as sleep } from 'node:timers/promises';
import { getAccount } from '@cip/contracts/accounts/auth';
import * as billing from '@cip/contracts/billing/billing';
import { deleteCompany } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import {
  checkoutUrl,
  deliver,
  paidCompany,
  startPaidWorld,
  subscriptionOf,
  type PaidWorld,
} from '../../../testing/stripe/world.ts';
import { until } from '../../../testing/until.ts';
import { cancelBilling } from '../subscription/cancel-billing.service.ts';
import { lockCompany } from '../subscription/subscriptions.repository.ts';

/** Longer than a checkout takes, in milliseconds, unless it waits for the removal. */
const WAITS_MS = 1_000;

let world: PaidWorld;
beforeAll(async () => {
  world = await startPaidWorld();
});
afterAll(() => world.close());

const sessionIn = (url: string) => url.split('/').at(-1) ?? '';
const confirm = async ({ token }: SignedIn) => (await call(world.node.app, billing.confirmCheckout, { token })).reply;
const choose = ({ token }: SignedIn, subscription_plan_id: string) =>
  call(world.node.app, billing.startCheckout, { token, body: { subscription_plan_id } });
const chooseFree = ({ token }: SignedIn) =>
  call(world.node.app, billing.subscribeToFreePlan, {
    token,
    body: { subscription_plan_id: world.plans.starter },
  });
/** Reads the company's subscription after the last event of Stripe. */
const syncedSubscription = async (owner: SignedIn) => {
  await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
  return subscriptionOf(world, owner);
};
const liveOf = (customer: string) =>
  [...world.stripe.account.subscriptions.values()].filter(
    (each) => each.customer === customer && each.status === 'active',
  );

describe('a checkout', () => {
  it('leads to Stripe and back to the plans, and only Stripe activates the plan', async () => {
    const owner = await registerCompany(world.node, { plan: null, name: 'Acme' });

    const url = await checkoutUrl(world, owner, world.plans.professional);

    const session = world.stripe.account.sessions.get(sessionIn(url));
    expect(session).toMatchObject({
      success_url: 'https://interviews.example.com/subscription-plans?checkout=success',
      cancel_url: 'https://interviews.example.com/subscription-plans?checkout=cancelled',
      mode: 'subscription',
    });
    expect(world.stripe.account.customers.get(session?.customer ?? '')).toMatchObject({
      name: 'Acme',
      email: owner.email,
    });
    expect(world.stripe.account.price(session?.line_items[0]?.price ?? '')).toMatchObject({
      unit_amount: 4900,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    expect(await confirm(owner)).toEqual({ outcome: 'pending', subscription: null });

    world.stripe.account.pay(sessionIn(url));

    const { outcome, subscription } = await confirm(owner);
    expect(outcome).toBe('paid');
    expect(subscription).toMatchObject({ status: 'active', paid: true, renews: true, plan: { name: 'Professional' } });
    const { company } = (await call(world.node.app, getAccount, owner)).reply;
    expect(company).toMatchObject({ subscription_status: 'active', subscription_ends_at: subscription?.ends_at });
  });

  it('returns the outcome none for a checkout that was never started', async () => {
    expect(await confirm(await registerCompany(world.node, { plan: null }))).toEqual({
      outcome: 'none',
      subscription: null,
    });
  });

  it('activates nothing while a declined or waiting card has not paid', async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const sessionId = sessionIn(await checkoutUrl(world, owner, world.plans.professional));

    expect(world.stripe.account.pay(sessionId, 'declined')).toBe('declined');
    expect(await confirm(owner)).toMatchObject({ outcome: 'pending' });
    expect(world.stripe.account.pay(sessionId, '3ds')).toBe('needs_consent');
    expect(await confirm(owner)).toMatchObject({ outcome: 'pending' });
    expect(world.stripe.account.pay(sessionId)).toBe('paid');
    expect(await confirm(owner)).toMatchObject({ outcome: 'paid' });
  });

  it('creates one checkout with one customer for twenty concurrent requests', async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const customers = world.stripe.account.customers.size;

    const urls = await Promise.all(
      Array.from({ length: 20 }, () => checkoutUrl(world, owner, world.plans.professional)),
    );

    expect(new Set(urls).size).toBe(1);
    expect(world.stripe.account.customers.size).toBe(customers + 1);
  });

  it('reuses an open checkout, even if its request was lost', async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const { db } = world.node.ctx;
    const url = await checkoutUrl(world, owner, world.plans.professional);
    const before = world.stripe.account.sessions.size;

    expect(await checkoutUrl(world, owner, world.plans.professional)).toBe(url);
    const forgotten = { provider_checkout_id: null };
    await db.updateTable('checkouts').set(forgotten).where('company_id', '=', owner.company.id).execute();
    expect(await checkoutUrl(world, owner, world.plans.professional)).toBe(url);

    expect(world.stripe.account.sessions.size).toBe(before);
  });

  it('expires the previous checkout of another plan', async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const first = sessionIn(await checkoutUrl(world, owner, world.plans.professional));

    const second = sessionIn(await checkoutUrl(world, owner, world.plans.enterprise));

    expect(world.stripe.account.sessions.get(first)?.status).toBe('expired');
    expect(world.stripe.account.sessions.get(second)?.status).toBe('open');
  });

  it('ends the older subscription if two checkouts are paid', async () => {
    const owner = await paidCompany(world);
    const [session] = [...world.stripe.account.sessions.values()].filter((each) => each.customer === owner.customerId);
    const second = {
      ...structuredClone(session),
      id: 'cs_second',
      status: 'open' as const,
      line_items: session?.line_items ?? [],
    };
    world.stripe.account.sessions.set('cs_second', second as NonNullable<typeof session>);

    world.stripe.account.pay('cs_second');
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));

    expect(liveOf(owner.customerId)).toHaveLength(1);
    expect(world.stripe.account.subscription(owner.subscriptionId).status).toBe('canceled');
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'active', plan: { name: 'Professional' } });
  });

  it('survives failures of Stripe without repeating a request’s effect', async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const { customers, sessions } = world.stripe.account;
    const before = [customers.size, sessions.size];
    world.stripe.fail('POST /v1/customers', 'error', 'cut');
    world.stripe.fail('POST /v1/checkout/sessions', 'cut', 'error');

    const url = await checkoutUrl(world, owner, world.plans.professional);

    expect(sessions.get(sessionIn(url))?.status).toBe('open');
    expect([customers.size, sessions.size]).toEqual(before.map((count) => count + 1));
    expect(
      world.stripe.made.filter(({ call: name, idempotencyKey }) => name.startsWith('POST') && !idempotencyKey),
    ).toEqual([]);
  });

  it.each(['POST /v1/customers', 'POST /v1/checkout/sessions'])(
    'creates a checkout after a failure of %s that Stripe repeats for a day',
    async (request) => {
      const owner = await registerCompany(world.node, { plan: null });
      world.stripe.fail(request, 'stored');

      const url = await checkoutUrl(world, owner, world.plans.professional);

      expect(world.stripe.account.sessions.get(sessionIn(url))?.status).toBe('open');
      expect(await checkoutUrl(world, owner, world.plans.professional)).toBe(url);
    },
  );

  it('expires the previous checkout after a failure that Stripe repeats for a day', { tags: ['long'] }, async () => {
    const owner = await registerCompany(world.node, { plan: null });
    const first = sessionIn(await checkoutUrl(world, owner, world.plans.professional));
    world.stripe.fail('POST /v1/checkout/sessions/:id/expire', 'stored');

    await checkoutUrl(world, owner, world.plans.enterprise);

    expect(world.stripe.account.sessions.get(first)?.status).toBe('expired');
  });

  it('returns 503 without the cause while Stripe is down', { tags: ['long'] }, async () => {
    const owner = await registerCompany(world.node, { plan: null });
    world.stripe.fail('POST /v1/customers', 'error', 'error', 'error', 'error');

    const { status, error } = await choose(owner, world.plans.professional);

    expect(status).toBe(503);
    expect(error.message).toBe('Card payments cannot be reached at the moment. Please try again.');
    expect((await choose(owner, world.plans.professional)).status).toBe(200);
  });
});

it('reports an invalid request to Stripe as the server’s error, not the payer’s', async () => {
  const owner = await registerCompany(world.node, { plan: null });
  world.stripe.fail('POST /v1/checkout/sessions', 'invalid');

  const { status, error } = await choose(owner, world.plans.professional);

  expect([status, error.code]).toEqual([500, 'internal']);
});

describe('a company whose customer was deleted at Stripe', () => {
  it('lets a company buy again as a new customer if Stripe deleted it, as often as it happens', async () => {
    const owner = await paidCompany(world);
    const { customers } = world.stripe.account;
    // The removal of the company failed after this.
    await cancelBilling(world.node.ctx, owner.company.id, async () => undefined);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled' });
    const customerIn = (url: string) => world.stripe.account.sessions.get(sessionIn(url))?.customer ?? '';

    const second = customerIn(await checkoutUrl(world, owner, world.plans.professional));
    await world.node.ctx.payments?.forget(second);
    const url = await checkoutUrl(world, owner, world.plans.enterprise);

    expect(new Set([owner.customerId, second, customerIn(url)]).size).toBe(3);
    expect([...customers.values()].filter(({ email }) => email === owner.email)).toHaveLength(1);
    world.stripe.account.pay(sessionIn(url));
    expect(await confirm(owner)).toMatchObject({ outcome: 'paid', subscription: { plan: { name: 'Enterprise' } } });
  });

  it('reports that a deleted customer has nothing to manage', async () => {
    const owner = await paidCompany(world);
    await world.node.ctx.payments?.forget(owner.customerId);

    const { status, error } = await call(world.node.app, billing.openBillingPortal, owner);

    expect([status, error.message]).toEqual([
      409,
      'Your account at the payment provider was deleted. Choose a paid plan to begin again.',
    ]);
  });
});

describe('a change of the paid plan', () => {
  it('charges and activates a more expensive plan immediately', async () => {
    const owner = await paidCompany(world);

    const { url } = (await choose(owner, world.plans.enterprise)).reply;

    expect(url).toBe('https://interviews.example.com/subscription-plans?checkout=success');
    expect(await confirm(owner)).toMatchObject({ outcome: 'paid', subscription: { plan: { name: 'Enterprise' } } });
    expect(liveOf(owner.customerId)).toHaveLength(1);
  });

  it.each(['declined', '3ds'] as const)(
    'waits for the customer if a more expensive plan meets the card %s',
    async (card) => {
      const owner = await paidCompany(world);
      world.stripe.account.cards.set(owner.customerId, card);

      const { url } = (await choose(owner, world.plans.enterprise)).reply;

      expect(url).toMatch(/^https:\/\/invoice\.stripe\.test\//);
      expect(await subscriptionOf(world, owner)).toMatchObject({ plan: { name: 'Professional' } });
      world.stripe.account.payInvoice(owner.customerId);
      await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
      expect(await subscriptionOf(world, owner)).toMatchObject({ plan: { name: 'Enterprise' }, status: 'active' });
    },
  );

  it('changes to a cheaper plan at the end of the period, unless it is withdrawn', async () => {
    const owner = await paidCompany(world, world.plans.enterprise);

    const { url } = (await choose(owner, world.plans.professional)).reply;

    expect(url).toBe('https://interviews.example.com/subscription-plans');
    const waiting = await subscriptionOf(world, owner);
    expect(waiting).toMatchObject({ plan: { name: 'Enterprise' }, next_plan: { name: 'Professional' }, renews: true });
    const resumed = await call(world.node.app, billing.resumeSubscription, owner);
    expect(resumed.reply.subscription).toMatchObject({ plan: { name: 'Enterprise' }, next_plan: null });

    await choose(owner, world.plans.professional);
    world.stripe.account.renew(owner.subscriptionId);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
    expect(await subscriptionOf(world, owner)).toMatchObject({
      plan: { name: 'Professional' },
      next_plan: null,
      renews: true,
    });
  });

  it('refuses a change to the current plan', async () => {
    const owner = await paidCompany(world);

    const { status, error } = await choose(owner, world.plans.professional);

    expect([status, error.message]).toEqual([409, 'You are on the Professional plan already.']);
  });

  it('keeps the paid plan until the end of its period before the free one', async () => {
    const owner = await paidCompany(world);
    const body = { subscription_plan_id: world.plans.starter };

    const { reply } = await call(world.node.app, billing.subscribeToFreePlan, { token: owner.token, body });

    expect(reply.subscription).toMatchObject({
      status: 'active',
      plan: { name: 'Professional' },
      next_plan: { name: 'Starter' },
      renews: false,
    });
    world.stripe.account.renew(owner.subscriptionId);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
    expect(await subscriptionOf(world, owner)).toMatchObject({
      status: 'active',
      plan: { name: 'Starter' },
      ends_at: null,
      paid: false,
    });
  });

  it('does not apply changed terms of a plan to its subscribers', async () => {
    const owner = await paidCompany(world);
    const { db } = world.node.ctx;
    const change = (price_cents: number, max_concurrent_sessions: number) =>
      db
        .updateTable('plans')
        .set({ price_cents, max_concurrent_sessions })
        .where('slug', '=', 'professional')
        .execute();
    await change(9900, 2);

    const newcomer = await paidCompany(world);

    expect(await subscriptionOf(world, owner)).toMatchObject({ plan: { price: 49, max_concurrent_sessions: 5 } });
    expect(await subscriptionOf(world, newcomer)).toMatchObject({ plan: { price: 99, max_concurrent_sessions: 2 } });
    await change(4900, 5);
  });
});

describe('a change to a more expensive plan', () => {
  let largest: string;
  beforeAll(async () => {
    const { db } = world.node.ctx;
    const { id: _, ...enterprise } = await db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', world.plans.enterprise)
      .executeTakeFirstOrThrow();
    const plan = {
      ...enterprise,
      slug: 'largest',
      price_cents: 399_900,
      features: JSON.stringify(enterprise.features),
    };
    largest = (await db.insertInto('plans').values(plan).returning('id').executeTakeFirstOrThrow()).id;
  });

  it.each(['declined', '3ds'] as const)(
    'keeps the cancellation and the free plan that follows with the card %s',
    async (card) => {
      const owner = await paidCompany(world);
      await chooseFree(owner);
      world.stripe.account.cards.set(owner.customerId, card);

      const { url } = (await choose(owner, world.plans.enterprise)).reply;

      expect(url).toMatch(/^https:\/\/invoice\.stripe\.test\//);
      expect(await syncedSubscription(owner)).toMatchObject({ renews: false, next_plan: { name: 'Starter' } });
      world.stripe.account.renew(owner.subscriptionId);
      expect(await syncedSubscription(owner)).toMatchObject({ paid: false, plan: { name: 'Starter' } });
    },
  );

  it.each(['declined', '3ds'] as const)('keeps the change to a cheaper plan with the card %s', async (card) => {
    const owner = await paidCompany(world, world.plans.enterprise);
    await choose(owner, world.plans.professional);
    world.stripe.account.cards.set(owner.customerId, card);

    const { url } = (await choose(owner, largest)).reply;

    expect(url).toMatch(/^https:\/\/invoice\.stripe\.test\//);
    expect(await syncedSubscription(owner)).toMatchObject({ next_plan: { name: 'Professional' } });
    world.stripe.account.renew(owner.subscriptionId);
    expect(await syncedSubscription(owner)).toMatchObject({ plan: { name: 'Professional' } });
  });

  it('keeps the change to a cheaper plan if Stripe fails', { tags: ['long'] }, async () => {
    const owner = await paidCompany(world, world.plans.enterprise);
    await choose(owner, world.plans.professional);
    world.stripe.fail('POST /v1/subscriptions/:id', 'error', 'error', 'error');

    expect((await choose(owner, largest)).status).toBe(503);

    expect(await syncedSubscription(owner)).toMatchObject({ next_plan: { name: 'Professional' } });
  });

  it.each(['at once', 'on the page of the invoice'])(
    'withdraws the cancellation when the change is paid %s',
    async (where) => {
      const owner = await paidCompany(world);
      await chooseFree(owner);
      world.stripe.account.cards.set(owner.customerId, where === 'at once' ? 'ok' : 'declined');

      await choose(owner, world.plans.enterprise);
      world.stripe.account.payInvoice(owner.customerId);

      expect(await syncedSubscription(owner)).toMatchObject({
        renews: true,
        plan: { name: 'Enterprise' },
        next_plan: null,
      });
    },
  );

  it('withdraws the change to a cheaper plan once the other is paid', async () => {
    const owner = await paidCompany(world, world.plans.enterprise);
    await choose(owner, world.plans.professional);

    expect((await choose(owner, largest)).status).toBe(200);

    expect(await syncedSubscription(owner)).toMatchObject({ renews: true, plan: { price: 3999 }, next_plan: null });
  });
});

describe('a change to a cheaper plan that fails at Stripe', () => {
  it('keeps the cancellation and the free plan if a cheaper plan fails at Stripe', async () => {
    const owner = await paidCompany(world, world.plans.enterprise);
    await chooseFree(owner);
    world.stripe.fail('POST /v1/subscription_schedules', 'error', 'error', 'error');

    expect((await choose(owner, world.plans.professional)).status).toBe(503);

    expect(await syncedSubscription(owner)).toMatchObject({ renews: false, next_plan: { name: 'Starter' } });
    expect((await choose(owner, world.plans.professional)).status).toBe(200);
    expect(await syncedSubscription(owner)).toMatchObject({ renews: true, next_plan: { name: 'Professional' } });
  });
});

describe('cancelling', () => {
  it('keeps a cancelled plan until the end of the period, unless it is resumed', async () => {
    const owner = await paidCompany(world);

    const cancelled = await call(world.node.app, billing.cancelSubscription, owner);

    expect(cancelled.reply.subscription).toMatchObject({ status: 'active', renews: false, next_plan: null });
    expect(cancelled.reply.subscription.ends_at).not.toBeNull();
    const resumed = await call(world.node.app, billing.resumeSubscription, owner);
    expect(resumed.reply.subscription).toMatchObject({ status: 'active', renews: true });
    await call(world.node.app, billing.cancelSubscription, owner);
    world.stripe.account.renew(owner.subscriptionId);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled', renews: false });
  });

  it('refuses to cancel without a paid plan', async () => {
    const owner = await registerCompany(world.node);

    expect((await call(world.node.app, billing.cancelSubscription, owner)).status).toBe(409);
    expect((await call(world.node.app, billing.resumeSubscription, owner)).status).toBe(409);
    expect((await call(world.node.app, billing.openBillingPortal, owner)).status).toBe(409);
  });

  it('cancels in Stripe’s portal too, beside the card and the invoices', async () => {
    const owner = await paidCompany(world);

    const { url } = (await call(world.node.app, billing.openBillingPortal, owner)).reply;

    expect(url).toBe(`https://billing.stripe.test/p/${owner.customerId}`);
  });
});

describe('a removed company', () => {
  it('deletes a removed company at Stripe, and keeps it while Stripe is down', async () => {
    const owner = await paidCompany(world);
    const { token, company } = owner;
    const body = { password: PASSWORD, confirmation: company.name };
    world.stripe.fail('DELETE /v1/customers/:id', 'error', 'error', 'error');

    expect((await call(world.node.app, deleteCompany, { token, body })).status).toBe(503);
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'active' });

    expect((await call(world.node.app, deleteCompany, { token, body })).status).toBe(200);
    expect(world.stripe.account.subscription(owner.subscriptionId).status).toBe('canceled');
    expect(world.stripe.account.customers.has(owner.customerId)).toBe(false);
    const ended = world.stripe.account.events.at(-1);
    expect(ended && (await deliver(world, ended))).toBe(200);
  });

  it('leaves no customer behind if a checkout starts during the removal', async () => {
    const owner = await paidCompany(world);
    const { token, company } = owner;
    const { customers } = world.stripe.account;
    const letRemovalGoOn = await holdTransaction(world.node.ctx.db, (trx) => lockCompany(trx, company.id));
    const body = { password: PASSWORD, confirmation: company.name };
    const removal = call(world.node.app, deleteCompany, { token, body });
    await until('the customer is deleted', () => !customers.has(owner.customerId));

    const checkout = choose(owner, world.plans.enterprise);
    await Promise.race([checkout, sleep(WAITS_MS)]);
    await letRemovalGoOn();

    expect((await removal).status).toBe(200);
    expect((await checkout).status).toBe(401);
    expect([...customers.values()].filter(({ email }) => email === owner.email)).toEqual([]);
  });
});

describe('a renewal whose card fails', () => {
  it('keeps the plan active with a notice for a week after a failed renewal, then ends it', async () => {
    const owner = await paidCompany(world);
    world.stripe.account.cards.set(owner.customerId, 'declined');

    world.stripe.account.renew(owner.subscriptionId);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));

    const due = await subscriptionOf(world, owner);
    expect(due).toMatchObject({ status: 'active', plan: { name: 'Professional' } });
    const days = (Date.parse(due?.past_due_until ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect((await choose(owner, world.plans.enterprise)).error.message).toContain('Your last payment failed.');

    world.stripe.account.payInvoice(owner.customerId);
    await deliver(world, world.stripe.account.events.at(-1) ?? ({} as never));
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'active', past_due_until: null });
  });
});
