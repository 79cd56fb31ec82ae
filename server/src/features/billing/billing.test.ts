import { randomUUID } from 'node:crypto';
import { getAccount } from '@cip/contracts/accounts/auth';
import * as billing from '@cip/contracts/billing/billing';
import { quickStart } from '@cip/contracts/interviews/planning';
import * as testPayments from '@cip/contracts/billing/test-payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  newRoomCode,
  quickStart as startInterview,
  registerCompany,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { seedPlans } from './billing.service.ts';

let node: TestApp;
const planIds = new Map<string, string>();
beforeAll(async () => {
  node = await startTestApp();
  for (const plan of await node.ctx.db.selectFrom('plans').select(['slug', 'id']).execute())
    planIds.set(plan.slug, plan.id);
});
afterAll(() => node.close());

const subscribe = (token: string, subscription_plan_id: unknown) =>
  call(node.app, billing.subscribeToFreePlan, { token, body: { subscription_plan_id } });

const checkout = (token: string, subscription_plan_id: unknown) =>
  call(node.app, billing.startCheckout, { token, body: { subscription_plan_id } });

describe('plans', () => {
  it('lists plans without a sign-in, as a bare array and in an envelope', async () => {
    const { reply: bare } = await call(node.app, billing.listPlans);
    const { reply: wrapped } = await call(node.app, billing.listPlans, { query: { envelope: 'plans' } });

    expect(wrapped).toEqual({ plans: bare });
    expect(bare).toMatchObject([
      {
        name: 'Starter',
        price: 0,
        billing_cycle: 'monthly',
        max_concurrent_sessions: 1,
        max_interviewers: 2,
        max_interviews_per_month: 20,
        recording_enabled: false,
        analytics_enabled: false,
        features: { popular: false },
      },
      {
        name: 'Professional',
        price: 49,
        billing_cycle: 'monthly',
        max_concurrent_sessions: 5,
        max_interviewers: 10,
        max_interviews_per_month: 200,
        recording_enabled: true,
        analytics_enabled: true,
        features: { popular: true },
      },
      {
        name: 'Enterprise',
        price: 1990,
        billing_cycle: 'yearly',
        max_concurrent_sessions: 50,
        max_interviewers: 100,
        max_interviews_per_month: 2000,
        recording_enabled: true,
        analytics_enabled: true,
        features: { popular: false },
      },
    ]);
  });

  it('seeds plans once and leaves changed prices alone', async () => {
    const professional = () =>
      node.ctx.db.selectFrom('plans').selectAll().where('slug', '=', 'professional').executeTakeFirstOrThrow();
    const before = await professional();
    await node.ctx.db.updateTable('plans').set({ price_cents: 5900 }).where('slug', '=', 'professional').execute();

    await Promise.all([seedPlans(node.ctx.db), seedPlans(node.ctx.db)]);

    expect(await professional()).toEqual({ ...before, price_cents: 5900 });
    await node.ctx.db.updateTable('plans').set({ price_cents: 4900 }).where('slug', '=', 'professional').execute();
    expect((await call(node.app, billing.listPlans)).reply).toHaveLength(3);
  });
});

describe('the subscription', () => {
  it('returns no subscription before the first plan', async () => {
    const { token } = await registerCompany(node, { plan: null });

    const { status, reply } = await call(node.app, billing.getCurrentSubscription, { token });

    expect(status).toBe(200);
    const usage = { concurrent_sessions: 0, interviews_this_month: 0, interviewers: 0 };
    expect(reply).toEqual({ subscription: null, usage, card_payments: 'test' });
  });

  it('activates a free plan immediately and without an end', async () => {
    const { token } = await registerCompany(node, { plan: null });

    const { status, reply } = await subscribe(token, planIds.get('starter'));

    expect(status).toBe(200);
    expect(reply.subscription).toMatchObject({ status: 'active', ends_at: null, plan: { name: 'Starter', price: 0 } });
    expect((await call(node.app, billing.getCurrentSubscription, { token })).reply).toMatchObject(reply);
    const { company } = (await call(node.app, getAccount, { token })).reply;
    expect(company).toMatchObject({ subscription_status: 'active', subscription_ends_at: null });
    expect(company.plan).toEqual(reply.subscription.plan);
  });

  it('keeps a free plan unchanged after concurrent requests for it', async () => {
    const { token } = await registerCompany(node, { plan: null });

    const answers = await Promise.all(Array.from({ length: 5 }, () => subscribe(token, planIds.get('starter'))));

    const [first] = answers;
    for (const { reply } of answers) expect(reply).toEqual(first?.reply);
  });

  it('answers plan_required for a paid plan without a payment', async () => {
    const { token } = await registerCompany(node, { plan: null });

    const { status, error } = await subscribe(token, planIds.get('professional'));

    expect(status).toBe(402);
    expect(error.code).toBe('plan_required');
    expect((await call(node.app, billing.getCurrentSubscription, { token })).reply.subscription).toBeNull();
  });

  it('leaves another company unchanged when one takes a free plan', async () => {
    const { token } = await registerCompany(node, { plan: null });
    const other = await registerCompany(node, { plan: 'enterprise' });

    await subscribe(token, planIds.get('starter'));

    const { subscription } = (await call(node.app, billing.getCurrentSubscription, { token: other.token })).reply;
    expect(subscription?.plan.name).toBe('Enterprise');
  });

  it('answers not_found for an unknown plan', async () => {
    const { token } = await registerCompany(node);

    expect((await subscribe(token, randomUUID())).status).toBe(404);
    expect((await checkout(token, randomUUID())).status).toBe(404);
    expect((await subscribe(token, 'starter')).error.errors).toHaveProperty('subscription_plan_id');
    expect((await checkout(token, null)).error.errors).toHaveProperty('subscription_plan_id');
  });
});

describe('an ended subscription', () => {
  it.each([
    [{ ends_at: past() }, 'inactive', 402],
    [{ ends_at: future() }, 'active', 201],
    [{ ends_at: past(), access_until: future() }, 'active', 201],
    [{ ends_at: future(), access_until: past() }, 'inactive', 402],
    [{ ends_at: past(), provider: 'test' }, 'cancelled', 402],
  ])('shows a subscription that ended with %j as %s', async (changes, expected, status) => {
    const { token, company } = await registerCompany(node, { plan: 'professional' });
    await node.ctx.db.updateTable('subscriptions').set(changes).where('company_id', '=', company.id).execute();

    expect((await call(node.app, getAccount, { token })).reply.company.subscription_status).toBe(expected);
    expect((await call(node.app, quickStart, { token, body: { room_code: newRoomCode() } })).status).toBe(status);
  });

  it('does not end a running interview with the subscription', async () => {
    const owner = await registerCompany(node, { plan: 'professional' });
    const body = { room_code: newRoomCode() };
    const { session } = (await call(node.app, quickStart, { token: owner.token, body })).reply;
    const ended = { ends_at: past() };
    await node.ctx.db.updateTable('subscriptions').set(ended).where('company_id', '=', owner.company.id).execute();

    expect((await call(node.app, quickStart, { token: owner.token, body })).reply.session).toEqual(session);
  });
});

describe('the usage', () => {
  it('counts active and started interviews and interviewers', async () => {
    const owner = await registerCompany(node, { plan: 'professional' });
    await addInterviewer(node, owner);
    const { room_code } = await startInterview(node, owner);
    await startInterview(node, owner);
    await endInterview(node, owner, room_code);

    const { usage } = (await call(node.app, billing.getCurrentSubscription, owner)).reply;

    expect(usage).toEqual({ concurrent_sessions: 1, interviews_this_month: 2, interviewers: 1 });
  });
});

describe('the checkout', () => {
  it('refuses a checkout of a free plan', async () => {
    const { token } = await registerCompany(node);

    expect((await checkout(token, planIds.get('starter'))).status).toBe(422);
  });

  it('returns 503 in production without payments, while free plans still work', { tags: ['long'] }, async () => {
    const env = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
    const production = await startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '', env });
    const { token } = await registerCompany(production, { plan: null });
    const paid = { token, body: { subscription_plan_id: planIds.get('professional') } };

    expect((await call(production.app, billing.getCurrentSubscription, { token })).reply.card_payments).toBe('off');
    for (const endpoint of [billing.startCheckout, billing.cancelSubscription, billing.openBillingPortal])
      expect(await call(production.app, endpoint, paid)).toMatchObject({
        status: 503,
        error: {
          message: 'Card payments are not set up on this server, so paid plans cannot be taken. Free plans can.',
        },
      });
    expect((await call(production.app, billing.confirmCheckout, { token })).reply.outcome).toBe('none');
    expect((await call(production.app, testPayments.getTestPortal, { token })).status).toBe(404);
    const free = { token, body: { subscription_plan_id: planIds.get('starter') } };
    expect((await call(production.app, billing.subscribeToFreePlan, free)).status).toBe(200);
    await production.close();
  });
});

function past(): string {
  return new Date(Date.now() - 60_000).toISOString();
}

function future(): string {
  return new Date(Date.now() + 60_000).toISOString();
}
