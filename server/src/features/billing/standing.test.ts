import { describe, expect, it } from 'vitest';
import type { PaidSubscription } from '../../platform/payments/payments.ts';
import { standingOf, type FreeChoice } from './standing.ts';

const PAID = { id: 'v-paid', plan_id: 'p-paid' };
const LARGE = { id: 'v-large', plan_id: 'p-large' };
const FREE = { id: 'v-free', plan_id: 'p-free' };
const versions = new Map([
  ['price', PAID],
  ['large', LARGE],
]);

const a = (changes: Partial<PaidSubscription>): PaidSubscription => ({
  id: 'sub',
  status: 'active',
  priceId: 'price',
  createdAt: '2026-10-01T00:00:00.000Z',
  periodEndsAt: '2026-12-01T00:00:00.000Z',
  endsAt: null,
  endedAt: null,
  nextPriceId: null,
  unpaidSince: null,
  ...changes,
});
const stand = (subscriptions: PaidSubscription[], free: FreeChoice | null = null) =>
  standingOf('stripe-test', subscriptions, free, versions);

describe('a company stands', () => {
  it('as before while nothing was ever paid', () => {
    expect(stand([])).toBeNull();
    expect(stand([a({ status: 'incomplete' }), a({ status: 'incomplete_expired' })])).toBeNull();
  });

  it('active until the period ends and three days more, in which the renewal is told', () => {
    expect(stand([a({})])).toMatchObject({
      status: 'active',
      plan_version_id: 'v-paid',
      ends_at: '2026-12-01T00:00:00.000Z',
      access_until: '2026-12-04T00:00:00.000Z',
      renews: true,
    });
  });

  it('active to the day when it is to end', () => {
    expect(stand([a({ endsAt: '2026-11-20T00:00:00.000Z' })])).toMatchObject({
      status: 'active',
      ends_at: '2026-11-20T00:00:00.000Z',
      access_until: '2026-11-20T00:00:00.000Z',
      renews: false,
    });
  });

  it('active for a week after a payment failed', () => {
    expect(stand([a({ status: 'past_due', unpaidSince: '2026-11-01T00:00:00.000Z' })])).toMatchObject({
      status: 'active',
      access_until: '2026-11-08T00:00:00.000Z',
      unpaid_since: '2026-11-01T00:00:00.000Z',
    });
  });

  it.each([
    ['trialing', 'trial'],
    ['unpaid', 'inactive'],
    ['paused', 'inactive'],
    ['canceled', 'cancelled'],
  ] as const)('%s as %s', (status, expected) => {
    expect(stand([a({ status })])).toMatchObject({ status: expected, access_until: null });
  });

  it('by what is being paid for, not by what has ended since or never began', () => {
    const ended = a({ id: 'old', status: 'canceled', endedAt: '2026-11-01T00:00:00.000Z' });
    const failed = a({ id: 'new', status: 'incomplete_expired' });
    expect(stand([failed, a({ priceId: 'large' }), ended])).toMatchObject({ plan_id: 'p-large', status: 'active' });
    expect(stand([failed, ended])).toMatchObject({ status: 'cancelled', ends_at: '2026-11-01T00:00:00.000Z' });
  });

  it('on the free plan it chose after what it paid for, and on no other', () => {
    const ended = a({ status: 'canceled', endedAt: '2026-11-01T00:00:00.000Z' });
    expect(stand([ended], { version: FREE, after: 'sub' })).toMatchObject({
      plan_id: 'p-free',
      status: 'active',
      ends_at: null,
    });
    expect(stand([ended], { version: FREE, after: null })).toMatchObject({ plan_id: 'p-paid', status: 'cancelled' });
  });

  it('with the plan that follows in sight', () => {
    expect(stand([a({ nextPriceId: 'large' })])).toMatchObject({ next_version_id: 'v-large' });
    const leaving = a({ endsAt: '2026-12-01T00:00:00.000Z' });
    expect(stand([leaving], { version: FREE, after: 'sub' })).toMatchObject({ next_version_id: 'v-free' });
    expect(stand([a({})], { version: FREE, after: 'sub' })).toMatchObject({ next_version_id: null });
  });

  it('on no plan at all by a price nobody knows: that is for an operator', () => {
    expect(() => stand([a({ priceId: 'unknown' })])).toThrow('No plan has the price unknown.');
  });
});
