/** What a plan costs; money in cents. */
export interface TestPrice {
  name: string;
  cents: number;
  cycle: 'monthly' | 'yearly';
}

/** A subscription of the test payments; moments are ISO texts. */
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

export interface TestCheckoutData {
  id: string;
  key: string;
  priceId: string;
  status: 'open' | 'complete' | 'expired';
  successUrl: string;
  cancelUrl: string;
}

/** Somebody who pays, with all that is theirs, newest last. */
export interface TestPayer {
  card: 'works' | 'declined';
  checkouts: TestCheckoutData[];
  subscriptions: TestSubscription[];
  invoices: { id: string; at: string; text: string; cents: number; paid: boolean }[];
}

export const newPayer = (): TestPayer => ({ card: 'works', checkouts: [], subscriptions: [], invoices: [] });

/** Looks a price up; throws when there is none. */
export type PriceOf = (priceId: string) => TestPrice;

/** The payer's subscription that is being paid for, or undefined. */
export function liveOf({ subscriptions }: TestPayer): TestSubscription | undefined {
  return subscriptions.findLast(({ status }) => status !== 'canceled');
}

/** Lets everything happen to the payer's subscriptions that the time until `now` brings: renewals and ends. */
export function passTime(payer: TestPayer, priceOf: PriceOf, now: Date): void {
  for (const subscription of payer.subscriptions)
    while (subscription.status !== 'canceled' && Date.parse(subscription.periodEndsAt) <= now.getTime())
      endPeriod(payer, subscription, priceOf);
}

// What is still owed when the next payment is due was asked for often enough.
function endPeriod(payer: TestPayer, subscription: TestSubscription, priceOf: PriceOf): void {
  const at = subscription.periodEndsAt;
  if (subscription.ends || subscription.status === 'past_due') {
    Object.assign(subscription, { status: 'canceled', endedAt: at });
    return;
  }
  subscription.priceId = subscription.nextPriceId ?? subscription.priceId;
  subscription.nextPriceId = null;
  subscription.periodEndsAt = periodAfter(at, priceOf(subscription.priceId));
  const paid = charge(payer, at, `${priceOf(subscription.priceId).name}, renewal`, priceOf(subscription.priceId).cents);
  if (!paid) Object.assign(subscription, { status: 'past_due', unpaidSince: at });
}

/** Writes an invoice and answers whether the card took it; a credit always is taken. */
export function charge(payer: TestPayer, at: string, text: string, cents: number): boolean {
  const paid = payer.card === 'works' || cents <= 0;
  payer.invoices.push({ id: `test-${String(payer.invoices.length + 1).padStart(4, '0')}`, at, text, cents, paid });
  return paid;
}

/** Pays what is owed, when the card works. */
export function payOwed(payer: TestPayer): void {
  if (payer.card !== 'works') return;
  for (const invoice of payer.invoices) invoice.paid = true;
  for (const subscription of payer.subscriptions)
    if (subscription.status === 'past_due') Object.assign(subscription, { status: 'active', unpaidSince: null });
}

/** The end of the period that begins at a moment: the same day of the next month or year, or its last one. */
export function periodAfter(moment: string, { cycle }: Pick<TestPrice, 'cycle'>): string {
  const end = new Date(moment);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (cycle === 'yearly' ? 12 : 1));
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
}

/** What changing from one price to another costs for the rest of the period, in cents; never less than nothing. */
export function difference(subscription: TestSubscription, from: TestPrice, to: TestPrice, now: Date): number {
  const length = from.cycle === 'yearly' ? 365 : 30;
  const left = (Date.parse(subscription.periodEndsAt) - now.getTime()) / (length * 24 * 3600 * 1000);
  const credit = from.cents * Math.min(1, Math.max(0, left));
  const due = from.cycle === to.cycle ? to.cents * Math.min(1, Math.max(0, left)) : to.cents;
  return Math.max(0, Math.round(due - credit));
}
