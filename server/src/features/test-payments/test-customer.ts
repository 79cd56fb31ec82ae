/** The price of a plan; money in cents. */
export interface TestPrice {
  name: string;
  cents: number;
  cycle: 'monthly' | 'yearly';
}

/** A subscription of the test payments; times are ISO texts. */
export interface TestSubscription {
  id: string;
  priceId: string;
  status: 'active' | 'past_due' | 'canceled';
  createdAt: string;
  periodEndsAt: string;
  ends: boolean;
  endedAt: string | null;
  nextPriceId: string | null;
  unpaidSince: string | null;
}

/** A checkout of the test payments. */
export interface TestCheckoutData {
  id: string;
  key: string;
  priceId: string;
  status: 'open' | 'complete' | 'expired';
  successUrl: string;
  cancelUrl: string;
}

/** A customer with checkouts, subscriptions and invoices, newest last. */
export interface TestCustomer {
  card: 'works' | 'declined';
  checkouts: TestCheckoutData[];
  subscriptions: TestSubscription[];
  invoices: { id: string; at: string; text: string; cents: number; paid: boolean }[];
}

export const newCustomer = (): TestCustomer => ({ card: 'works', checkouts: [], subscriptions: [], invoices: [] });

/** Returns a price by its id; throws if it is unknown. */
export type PriceOf = (priceId: string) => TestPrice;

/** Returns the customer's subscription that has not ended, or undefined. */
export function liveOf({ subscriptions }: TestCustomer): TestSubscription | undefined {
  return subscriptions.findLast(({ status }) => status !== 'canceled');
}

/** Applies the renewals and ends of the customer's subscriptions that are due by `now`. */
export function passTime(customer: TestCustomer, priceOf: PriceOf, now: Date): void {
  for (const subscription of customer.subscriptions)
    while (subscription.status !== 'canceled' && Date.parse(subscription.periodEndsAt) <= now.getTime())
      endPeriod(customer, subscription, priceOf);
}

// If a payment is still owed when the next one is due, the subscription ends.
function endPeriod(customer: TestCustomer, subscription: TestSubscription, priceOf: PriceOf): void {
  const at = subscription.periodEndsAt;
  if (subscription.ends || subscription.status === 'past_due') {
    Object.assign(subscription, { status: 'canceled', endedAt: at });
    return;
  }
  subscription.priceId = subscription.nextPriceId ?? subscription.priceId;
  subscription.nextPriceId = null;
  subscription.periodEndsAt = periodAfter(at, priceOf(subscription.priceId));
  const paid = charge(
    customer,
    at,
    `${priceOf(subscription.priceId).name}, renewal`,
    priceOf(subscription.priceId).cents,
  );
  if (!paid) Object.assign(subscription, { status: 'past_due', unpaidSince: at });
}

/** Adds an invoice and returns whether the card paid it; a credit always succeeds. */
export function charge(customer: TestCustomer, at: string, text: string, cents: number): boolean {
  const paid = customer.card === 'works' || cents <= 0;
  customer.invoices.push({
    id: `test-${String(customer.invoices.length + 1).padStart(4, '0')}`,
    at,
    text,
    cents,
    paid,
  });
  return paid;
}

/** Pays all open invoices if the card works. */
export function payOwed(customer: TestCustomer): void {
  if (customer.card !== 'works') return;
  for (const invoice of customer.invoices) invoice.paid = true;
  for (const subscription of customer.subscriptions)
    if (subscription.status === 'past_due') Object.assign(subscription, { status: 'active', unpaidSince: null });
}

/** Returns the end of the period from `moment`: the same day of the next month or year, or that month's last day. */
export function periodAfter(moment: string, { cycle }: Pick<TestPrice, 'cycle'>): string {
  const end = new Date(moment);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (cycle === 'yearly' ? 12 : 1));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
}

/** Returns the cost of changing the price for the rest of the period, in cents; at least 0. */
export function difference(subscription: TestSubscription, from: TestPrice, to: TestPrice, now: Date): number {
  const length = from.cycle === 'yearly' ? 365 : 30;
  const left = (Date.parse(subscription.periodEndsAt) - now.getTime()) / (length * 24 * 3600 * 1000);
  const credit = from.cents * Math.min(1, Math.max(0, left));
  const due = from.cycle === to.cycle ? to.cents * Math.min(1, Math.max(0, left)) : to.cents;
  return Math.max(0, Math.round(due - credit));
}
