import { listAudit } from '@cip/contracts/accounts/audit';
import * as billing from '@cip/contracts/billing/billing';
import { deleteCompany } from '@cip/contracts/accounts/company';
import * as testPayments from '@cip/contracts/billing/test-payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { describeDatabases } from '../../testing/databases/describe-databases.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describeDatabases('test payments', (database) => {
  let node: TestApp;
  const plans = new Map<string, string>();
  beforeAll(async () => {
    node = await startTestApp({ database });
    for (const { slug, id } of await node.ctx.db.selectFrom('plans').select(['slug', 'id']).execute())
      plans.set(slug, id);
  });
  afterAll(() => node.close());

  const choose = ({ token }: SignedIn, slug: string) =>
    call(node.app, billing.startCheckout, { token, body: { subscription_plan_id: plans.get(slug) } });
  const idIn = (url: string) => url.split('/').at(-1) ?? '';
  const pay = ({ token }: SignedIn, id: string, card = 'works') =>
    call(node.app, testPayments.payTestCheckout, { token, params: { id }, body: { card } });
  const act = async ({ token }: SignedIn, action: string) =>
    (await call(node.app, testPayments.actInTestPortal, { token, body: { action } })).reply;
  const subscriptionOf = async ({ token }: SignedIn) =>
    (await call(node.app, billing.getCurrentSubscription, { token })).reply.subscription;
  const paidCompany = async (slug = 'professional') => {
    const owner = await registerCompany(node, { plan: null });
    await pay(owner, idIn((await choose(owner, slug)).reply.url));
    return owner;
  };

  it('deletes the customer of a removed company, even one that billing has not stored yet', async () => {
    const { db, payments } = node.ctx;
    const [owner, other] = [await registerCompany(node, { plan: null }), await paidCompany()];
    // The state after a crash between the provider's reply and storing it.
    await payments?.createCustomer({ ...owner.company, replaces: null });
    const customers = async () =>
      (await db.selectFrom('test_payments').select('id').where('id', 'like', 'tcus%').execute()).map(({ id }) => id);
    const idOf = ({ company }: SignedIn) => `tcus_${company.id.replaceAll('-', '')}`;
    expect(await customers()).toEqual(expect.arrayContaining([idOf(owner), idOf(other)]));

    const body = { password: PASSWORD, confirmation: 'Acme' };
    expect((await call(node.app, deleteCompany, { token: owner.token, body })).status).toBe(200);

    expect(await customers()).not.toContain(idOf(owner));
    expect(await customers()).toContain(idOf(other));
  });

  it('activates a plan once it is paid', async () => {
    const owner = await registerCompany(node, { plan: null });
    const { url } = (await choose(owner, 'professional')).reply;
    const id = idIn(url);

    const open = await call(node.app, testPayments.getTestCheckout, { ...owner, params: { id } });
    expect(open.reply.checkout).toMatchObject({
      plan: 'Professional',
      price: 49,
      billing_cycle: 'monthly',
      status: 'open',
    });
    const declined = await pay(owner, id, 'declined');
    expect([declined.status, declined.error.code]).toEqual([402, 'payment_failed']);
    expect(await subscriptionOf(owner)).toBeNull();

    expect((await pay(owner, id)).reply.checkout.status).toBe('complete');
    expect(await subscriptionOf(owner)).toMatchObject({
      status: 'active',
      paid: true,
      renews: true,
      plan: { name: 'Professional' },
    });
    expect((await call(node.app, billing.confirmCheckout, owner)).reply.outcome).toBe('paid');
    await pay(owner, id);
    const portal = await call(node.app, testPayments.getTestPortal, owner);
    expect(portal.reply.invoices).toMatchObject([{ amount: 49, paid: true }]);
  });

  it('answers not_found for a checkout of another company', async () => {
    const id = idIn((await choose(await registerCompany(node, { plan: null }), 'professional')).reply.url);
    const other = await registerCompany(node, { plan: null });

    expect((await call(node.app, testPayments.getTestCheckout, { ...other, params: { id } })).status).toBe(404);
    expect((await pay(other, id)).status).toBe(404);
    expect((await pay(other, 'nonsense')).status).toBe(404);
    expect((await pay(other, id, 'gold')).status).toBe(422);
    expect((await call(node.app, testPayments.actInTestPortal, { ...other, body: { action: 'rob' } })).status).toBe(
      422,
    );
  });

  it('renews, fails to renew, recovers, and ends', async () => {
    const owner = await paidCompany();
    await act(owner, 'use_declined_card');

    expect((await act(owner, 'renew')).subscription?.status).toBe('past_due');
    expect((await subscriptionOf(owner))?.past_due_until).not.toBeNull();
    expect((await choose(owner, 'enterprise')).status).toBe(409);
    await act(owner, 'use_working_card');
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active', past_due_until: null });
    await act(owner, 'cancel');
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'active', renews: false });
    await act(owner, 'resume');
    expect(await subscriptionOf(owner)).toMatchObject({ renews: true });
    await act(owner, 'cancel');
    expect((await act(owner, 'renew')).subscription).toBeNull();
    expect(await subscriptionOf(owner)).toMatchObject({ status: 'cancelled' });
  });

  it('charges for a larger plan immediately, and changes to a smaller one at the end of the period', async () => {
    const owner = await paidCompany();

    const { url } = (await choose(owner, 'enterprise')).reply;

    expect(new URL(url).search).toBe('?checkout=success');
    expect(await subscriptionOf(owner)).toMatchObject({ plan: { name: 'Enterprise' } });
    const { invoices } = (await call(node.app, testPayments.getTestPortal, owner)).reply;
    expect(invoices[0]?.amount).toBeCloseTo(1941, -1);
    await choose(owner, 'professional');
    expect(await subscriptionOf(owner)).toMatchObject({
      plan: { name: 'Enterprise' },
      next_plan: { name: 'Professional' },
    });
    await act(owner, 'renew');
    expect(await subscriptionOf(owner)).toMatchObject({ plan: { name: 'Professional' }, next_plan: null });
  });

  it('records plan changes in the audit log', async () => {
    const owner = await paidCompany();
    const cancel = await call(node.app, billing.cancelSubscription, owner);
    expect(cancel.status).toBe(200);
    await act(owner, 'resume');
    await act(owner, 'use_declined_card');
    await act(owner, 'renew');

    const { data } = (await call(node.app, listAudit, { token: owner.token, query: { group: 'plan' } })).reply;

    expect(data.toReversed().map(({ action, actor, details }) => [action, actor, details.plan])).toEqual([
      ['plan.changed', 'product', 'Professional'],
      ['plan.cancelled', 'user', 'Professional'],
      ['plan.payment_failed', 'product', 'Professional'],
    ]);
  });

  it('refuses a larger plan if the card is declined', async () => {
    const owner = await paidCompany();
    await act(owner, 'use_declined_card');

    const { status, error } = await choose(owner, 'enterprise');

    expect([status, error.message]).toEqual([402, 'Your card was declined. Nothing has changed.']);
    expect(await subscriptionOf(owner)).toMatchObject({ plan: { name: 'Professional' } });
  });

  it('keeps the cancellation if the card is declined for a larger plan', async () => {
    const owner = await paidCompany();
    await act(owner, 'cancel');
    await act(owner, 'use_declined_card');

    expect((await choose(owner, 'enterprise')).status).toBe(402);

    await act(owner, 'use_working_card');
    expect(await subscriptionOf(owner)).toMatchObject({ plan: { name: 'Professional' }, renews: false });
    await choose(owner, 'enterprise');
    expect(await subscriptionOf(owner)).toMatchObject({ plan: { name: 'Enterprise' }, renews: true });
  });
});
