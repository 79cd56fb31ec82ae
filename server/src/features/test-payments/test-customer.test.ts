import { expect, it } from 'vitest';
import {
  difference,
  newCustomer,
  passTime,
  periodAfter,
  type TestPrice,
  type TestSubscription,
} from './test-customer.ts';

const MONTHLY: TestPrice = { name: 'Professional', cents: 4_900, cycle: 'monthly' };
const YEARLY: TestPrice = { name: 'Enterprise', cents: 199_000, cycle: 'yearly' };
const priceOf = (id: string) => (id === 'monthly' ? MONTHLY : YEARLY);

const a = (changes: Partial<TestSubscription>): TestSubscription => ({
  id: 'tsub',
  priceId: 'monthly',
  status: 'active',
  createdAt: '2026-01-31T00:00:00.000Z',
  periodEndsAt: '2026-02-28T00:00:00.000Z',
  ends: false,
  endedAt: null,
  nextPriceId: null,
  unpaidSince: null,
  ...changes,
});

it.each([
  ['2026-01-31T10:00:00.000Z', 'monthly', '2026-02-28T10:00:00.000Z'],
  ['2026-03-15T10:00:00.000Z', 'monthly', '2026-04-15T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'yearly', '2029-02-28T10:00:00.000Z'],
] as const)('ends the period from %s, %s, at %s', (from, cycle, end) => {
  expect(periodAfter(from, { cycle })).toBe(end);
});

it('renews once for each period that has passed, with the plan that follows', () => {
  const customer = { ...newCustomer(), subscriptions: [a({ nextPriceId: 'yearly' })] };

  passTime(customer, priceOf, new Date('2026-06-01'));

  expect(customer.subscriptions).toMatchObject([
    { priceId: 'yearly', nextPriceId: null, periodEndsAt: '2027-02-28T00:00:00.000Z' },
  ]);
  expect(customer.invoices).toMatchObject([{ cents: 199_000, paid: true }]);
});

it('ends a cancelled subscription, and an unpaid one when the next payment is due', () => {
  const ending = { ...newCustomer(), subscriptions: [a({ ends: true })] };
  const owing = { ...newCustomer(), card: 'declined' as const, subscriptions: [a({})] };
  passTime(ending, priceOf, new Date('2026-03-01'));
  passTime(owing, priceOf, new Date('2026-03-01'));

  expect(ending.subscriptions).toMatchObject([{ status: 'canceled', endedAt: '2026-02-28T00:00:00.000Z' }]);
  expect(owing.subscriptions).toMatchObject([{ status: 'past_due', unpaidSince: '2026-02-28T00:00:00.000Z' }]);
  passTime(owing, priceOf, new Date('2026-04-01'));
  expect(owing.subscriptions).toMatchObject([{ status: 'canceled' }]);
});

it('charges the difference, at least 0', () => {
  const half = new Date('2026-02-13T00:00:00.000Z');
  expect(difference(a({}), MONTHLY, { ...MONTHLY, cents: 9_900 }, half)).toBe(2_500);
  expect(difference(a({}), MONTHLY, YEARLY, half)).toBe(199_000 - 2_450);
  expect(difference(a({}), YEARLY, MONTHLY, new Date('2025-03-01'))).toBe(0);
});
