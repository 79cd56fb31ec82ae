import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPaidWorld, type PaidWorld } from '../../../testing/stripe/world.ts';
import { syncPrices } from '../checkout/prices.service.ts';

let world: PaidWorld;
beforeAll(async () => {
  world = await startPaidWorld();
});
afterAll(() => world.close());

const sync = async () => {
  const { db, payments } = world.node.ctx;
  return payments ? syncPrices(db, payments) : [];
};
const change = (changes: { price_cents?: number; name?: string }) =>
  world.node.ctx.db.updateTable('plans').set(changes).where('slug', '=', 'professional').execute();

it('creates a product and a price for each paid plan, once', async () => {
  const { account } = world.stripe;

  const first = await sync();

  expect(first.map(({ name }) => name)).toEqual(['Professional', 'Enterprise']);
  expect([...account.products.values()]).toMatchObject([
    { id: 'cip_professional', name: 'Professional' },
    { id: 'cip_enterprise', name: 'Enterprise' },
  ]);
  expect([...account.prices.values()].map(({ unit_amount, recurring }) => [unit_amount, recurring.interval])).toEqual([
    [4_900, 'month'],
    [199_000, 'year'],
  ]);
  expect(await sync()).toEqual(first);
  // With an empty database, the products and prices at Stripe are found again.
  await world.node.ctx.db.deleteFrom('plan_prices').execute();
  expect(await sync()).toEqual(first);
  expect(account.prices.size).toBe(2);
});

it('creates a new price of the same product for a changed plan, and renames the product', async () => {
  const [before] = await sync();
  await change({ price_cents: 5_900, name: 'Team' });

  const [after] = await sync();

  expect(after?.priceId).not.toBe(before?.priceId);
  expect(world.stripe.account.price(after?.priceId ?? '')).toMatchObject({
    unit_amount: 5_900,
    product: 'cip_professional',
  });
  expect(world.stripe.account.products.get('cip_professional')?.name).toBe('Team');
  await change({ price_cents: 4_900, name: 'Professional' });
  expect((await sync())[0]).toEqual(before);
});

it('creates a price after a failure that Stripe repeats for a day', { tags: ['long'] }, async () => {
  await change({ price_cents: 6_900 });
  world.stripe.fail('POST /v1/prices', 'stored');

  const [changed] = await sync();

  expect(world.stripe.account.price(changed?.priceId ?? '')).toMatchObject({ unit_amount: 6_900 });
  await change({ price_cents: 4_900 });
});
