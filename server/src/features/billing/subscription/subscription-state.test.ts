import { describe, expect, it } from 'vitest';
import type { PaidSubscription } from '../../../platform/payments/payments.ts';
import { deriveSubscriptionState, type FreeChoice } from './subscription-state.ts';

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
const derive = (subscriptions: PaidSubscription[], free: FreeChoice | null = null) =>
  deriveSubscriptionState('stripe-test', subscriptions, free, versions);

describe('the subscription state', () => {
  it('returns null while nothing was ever paid', () => {
    expect(derive([])).toBeNull();
    expect(derive([a({ status: 'incomplete' }), a({ status: 'incomplete_expired' })])).toBeNull();
  });

  it('stays active until three days after the period, in which the renewal event arrives', () => {
    expect(derive([a({})])).toMatchObject({
      status: 'active',
      plan_version_id: 'v-paid',
      ends_at: '2026-12-01T00:00:00.000Z',
      access_until: '2026-12-04T00:00:00.000Z',
      renews: true,
    });
  });

  it('stays active until the day of a cancellation', () => {
    expect(derive([a({ endsAt: '2026-11-20T00:00:00.000Z' })])).toMatchObject({
      status: 'active',
      ends_at: '2026-11-20T00:00:00.000Z',
      access_until: '2026-11-20T00:00:00.000Z',
      renews: false,
    });
  });

  it('stays active for a week after a failed payment', () => {
    expect(derive([a({ status: 'past_due', unpaidSince: '2026-11-01T00:00:00.000Z' })])).toMatchObject({
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
  ] as const)('maps %s to %s', (status, expected) => {
    expect(derive([a({ status })])).toMatchObject({ status: expected, access_until: null });
  });

  it('follows the paid subscription, not one that has ended or never started', () => {
    const ended = a({ id: 'old', status: 'canceled', endedAt: '2026-11-01T00:00:00.000Z' });
    const failed = a({ id: 'new', status: 'incomplete_expired' });
    expect(derive([failed, a({ priceId: 'large' }), ended])).toMatchObject({ plan_id: 'p-large', status: 'active' });
    expect(derive([failed, ended])).toMatchObject({ status: 'cancelled', ends_at: '2026-11-01T00:00:00.000Z' });
  });

  it('returns the chosen free plan after the paid one has ended', () => {
    const ended = a({ status: 'canceled', endedAt: '2026-11-01T00:00:00.000Z' });
    expect(derive([ended], { version: FREE, after: 'sub' })).toMatchObject({
      plan_id: 'p-free',
      status: 'active',
      ends_at: null,
    });
    expect(derive([ended], { version: FREE, after: null })).toMatchObject({ plan_id: 'p-paid', status: 'cancelled' });
  });

  it('includes the plan that follows', () => {
    expect(derive([a({ nextPriceId: 'large' })])).toMatchObject({ next_version_id: 'v-large' });
    const leaving = a({ endsAt: '2026-12-01T00:00:00.000Z' });
    expect(derive([leaving], { version: FREE, after: 'sub' })).toMatchObject({ next_version_id: 'v-free' });
    expect(derive([a({})], { version: FREE, after: 'sub' })).toMatchObject({ next_version_id: null });
  });

  it('throws for a price without a plan', () => {
    expect(() => derive([a({ priceId: 'unknown' })])).toThrow('No plan has the price unknown.');
  });
});
