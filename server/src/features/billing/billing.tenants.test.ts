import { subscribeToFreePlan } from '@cip/contracts/billing/billing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchCompany } from '../../testing/access/company-rows.ts';
import { registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import * as checkouts from './checkouts.repository.ts';
import * as customers from './customers.repository.ts';
import * as subscriptions from './subscription/subscriptions.repository.ts';

// Each function with one company's id, beside a company with the same rows: it must not find or change these.
const PROVIDER = 'stripe';

let node: TestApp;
let own: string;
let other: string;
let versionId: string;
let lease: string;
let otherRows: () => Promise<string[]>;
const keyOf = (companyId: string) => ({ companyId, provider: PROVIDER });

beforeAll(async () => {
  node = await startTestApp();
  const { db } = node.ctx;
  own = (await registerCompany(node)).company.id;
  other = (await registerCompany(node)).company.id;
  // A plan's terms are stored as a version when the first company subscribes.
  const { token } = await registerCompany(node);
  const free = await db.selectFrom('plans').select('id').where('slug', '=', 'starter').executeTakeFirstOrThrow();
  await call(node.app, subscribeToFreePlan, { token, body: { subscription_plan_id: free.id } });
  ({ id: versionId } = await db.selectFrom('plan_versions').select('id').limit(1).executeTakeFirstOrThrow());
  // The other company last, because a query without its predicate would find the first row, or change both. In one
  // transaction both leases have the same end.
  await db.transaction().execute(async (trx) => {
    for (const companyId of [own, other]) {
      lease = (await customers.acquireLease(trx, keyOf(companyId), 60)) ?? '';
      await checkouts.insertCheckout(trx, keyOf(companyId), versionId, 'open');
    }
  });
  otherRows = await watchCompany(db, other);
});
afterAll(() => node.close());

it('changes nothing of another company', async () => {
  const { db } = node.ctx;
  const before = await otherRows();
  const plan = await db.selectFrom('plan_versions').select(['id', 'plan_id']).limit(1).executeTakeFirstOrThrow();

  await customers.setCustomer(db, keyOf(own), { from: null, to: 'cus_own' });
  await customers.releaseLease(db, keyOf(own), lease);
  await db.transaction().execute(async (trx) => {
    await customers.countSync(trx, keyOf(own));
    await subscriptions.writeFreeChoice(trx, own, { version: plan, after: null });
  });
  await checkouts.completeOpen(db, keyOf(own));

  expect(await otherRows()).toEqual(before);
  expect(await customers.findCustomer(db, keyOf(own))).toMatchObject({ customer_id: 'cus_own', takeovers: 1 });
});

it('finds nothing of another company', async () => {
  const { db } = node.ctx;
  await db.updateTable('subscriptions').set({ status: 'trial' }).where('company_id', '=', own).execute();

  expect(await customers.findCustomer(db, keyOf(other))).toMatchObject({ customer_id: null, takeovers: 0 });
  expect(await checkouts.listOpen(db, keyOf(own))).toEqual([]);
  expect(await checkouts.listOpen(db, keyOf(other))).toHaveLength(1);
  expect(await subscriptions.findSubscription(db, other)).toMatchObject({ status: 'active' });
  expect(await subscriptions.findSubscriptionState(db, other)).toMatchObject({ status: 'active' });
  expect(await subscriptions.findSubscription(db, own)).toMatchObject({ status: 'trial' });
  expect(await subscriptions.findSubscriptionState(db, own)).toMatchObject({ status: 'trial' });
  await db.updateTable('subscriptions').set({ provider: 'test' }).where('company_id', '=', own).execute();
  expect(await subscriptions.findProviderLink(db, own)).toMatchObject({ provider: 'test' });
  expect(await subscriptions.findProviderLink(db, other)).toMatchObject({ provider: null });
  expect(await subscriptions.findFreeChoice(db, own)).toMatchObject({ version: { id: expect.any(String) } });
  expect(await subscriptions.findFreeChoice(db, other)).toBeNull();
});

it('lets another company work while one is locked', async () => {
  const { db } = node.ctx;
  const lock = (companyId: string) => db.transaction().execute((trx) => subscriptions.lockCompany(trx, companyId));
  await db.transaction().execute(async (trx) => {
    await subscriptions.lockCompany(trx, own);
    // Does not end if it waits for the lock of `own`.
    await expect(lock(other)).resolves.toBeUndefined();
  });
});
