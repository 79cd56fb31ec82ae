import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../testing/test-app.ts';
import {
  deliver,
  paidCompany,
  SECRETS,
  startPaidWorld,
  subscriptionOf,
  type PaidWorld,
} from '../../../testing/stripe/world.ts';
import type { WireEvent } from '../../../testing/stripe/wire.ts';
import { syncStaleCompanies } from '../billing.jobs.ts';

let world: PaidWorld;
beforeAll(async () => {
  world = await startPaidWorld();
});
afterAll(() => world.close());

const seconds = () => Math.floor(Date.now() / 1000);

/** Creates a company whose plan has ended at Stripe, and returns it with the undelivered event. */
async function endedUndelivered() {
  const owner = await paidCompany(world);
  world.stripe.account.end(owner.subscriptionId);
  const event = world.stripe.account.events.at(-1);
  if (!event) throw new Error('Stripe has no event of the end.');
  return { owner, event };
}

const known = (event: WireEvent) =>
  world.node.ctx.db.selectFrom('payment_events').select('event_id').where('event_id', '=', event.id).execute();

describe('an event of the payment provider', () => {
  it.each([
    ['forged', { secret: 'whsec_of_another_account' }],
    ['unsigned', { signature: '' }],
    ['signed with nonsense', { signature: 't=1,v1=00' }],
    ['six minutes old', { timestamp: seconds() - 360 }],
    ['edited', { payload: '{"id":"evt_1","object":"event","type":"x","data":{"object":{"customer":"cus_1"}}}' }],
    ['empty', { payload: '' }],
  ])('refuses an event that is %s and changes nothing', async (_, how) => {
    const { owner, event } = await endedUndelivered();

    expect(await deliver(world, event, how)).toBe(400);

    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'active' });
    expect(await known(event)).toEqual([]);
    expect(await deliver(world, event)).toBe(200);
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled' });
  });

  it('accepts an event under the previous secret while both are set', async () => {
    const { owner, event } = await endedUndelivered();

    expect(await deliver(world, event, { secret: SECRETS.before, timestamp: seconds() - 240 })).toBe(200);

    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled' });
  });

  it('processes an event once for forty concurrent deliveries', async () => {
    const { event } = await endedUndelivered();
    const asked = () => world.stripe.made.filter(({ call }) => call === 'GET /v1/subscriptions').length;

    const statuses = await Promise.all(Array.from({ length: 40 }, () => deliver(world, event)));

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await known(event)).toHaveLength(1);
    const before = asked();
    await deliver(world, event);
    expect(asked()).toBe(before);
  });

  it('accepts an event of an unknown customer or kind, and does not store it', async () => {
    const { event } = await endedUndelivered();
    const stranger = { ...event, id: `evt_${randomUUID()}`, data: { object: { customer: 'cus_stranger' } } };
    const other = { ...event, id: `evt_${randomUUID()}`, type: 'balance.available', data: { object: {} } };

    expect(await deliver(world, stranger)).toBe(200);
    expect(await deliver(world, other)).toBe(200);

    expect([...(await known(stranger)), ...(await known(other))]).toEqual([]);
  });

  it('does not store an event while Stripe is down, so that it is delivered again', async () => {
    const { owner, event } = await endedUndelivered();
    world.stripe.fail('GET /v1/subscriptions', 'error', 'error', 'error');

    expect(await deliver(world, event)).toBe(503);

    expect(await known(event)).toEqual([]);
    expect(await deliver(world, event)).toBe(200);
    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled' });
  });

  it('syncs by the job if an event never arrives', async () => {
    const { owner } = await endedUndelivered();
    const { db } = world.node.ctx;
    await db
      .updateTable('payment_customers')
      .set({ checked_at: '2020-01-01' })
      .where('customer_id', '=', owner.customerId)
      .execute();

    await syncStaleCompanies(world.node.ctx);

    expect(await subscriptionOf(world, owner)).toMatchObject({ status: 'cancelled' });
  });

  it('refuses events with 503 on a server without payments', async () => {
    const { event } = await endedUndelivered();
    const env = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
    const node = await startTestApp({ env });

    expect(await deliver({ node }, event)).toBe(503);

    await node.close();
  });
});
