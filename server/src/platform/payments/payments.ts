import { AppError } from '../../errors.ts';

/** What a plan costs, as a provider has to know it; money in cents. */
export interface PricedTerms {
  /** Stays the same while the terms do. */
  versionId: string;
  planSlug: string;
  name: string;
  cents: number;
  cycle: 'monthly' | 'yearly';
}

/** A subscription as its provider tells of it. */
export interface PaidSubscription {
  id: string;
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';
  priceId: string;
  createdAt: string;
  /** The end of what is paid for: the renewal, unless it ends. */
  periodEndsAt: string;
  /** When it will end, or null while it renews. */
  endsAt: string | null;
  /** When it ended, or null. */
  endedAt: string | null;
  /** The price that follows at the period's end, or null. */
  nextPriceId: string | null;
  /** Since when a payment is owed, or null. */
  unpaidSince: string | null;
}

export interface CheckoutOrder {
  customerId: string;
  priceId: string;
  /** Repeating an order with the same key opens no second checkout. */
  key: string;
  successUrl: string;
  cancelUrl: string;
}

export interface OpenedCheckout {
  id: string;
  /** Where the browser goes; null once it is over. */
  url: string | null;
  status: 'open' | 'complete' | 'expired';
}

/** A message of the provider that was checked: it happened, and to this customer (null when it is about none). */
export interface PaymentEvent {
  id: string;
  customerId: string | null;
}

/** Who takes the payments. Every call is safe to repeat; each throws `unavailable` when the provider does not answer. */
export interface Payments {
  /** Names whose identifiers these are: those of one provider mean nothing to another. */
  readonly provider: string;
  /** True when no money moves. */
  readonly isTest: boolean;
  createCustomer(company: { id: string; name: string; email: string }): Promise<string>;
  /** The price of a plan's terms, made when it is not there yet. */
  priceOf(terms: PricedTerms): Promise<string>;
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>;
  readCheckout(id: string): Promise<OpenedCheckout>;
  /** Closes an open checkout, so that nobody pays twice. */
  expireCheckout(id: string): Promise<void>;
  /** All subscriptions of a customer there ever were, the newest first. */
  listSubscriptions(customerId: string): Promise<PaidSubscription[]>;
  /** Changes the price and takes the difference. Answers with where the payer has to act first, or null when done. */
  changeNow(subscriptionId: string, priceId: string, key: string): Promise<string | null>;
  /** Changes the price when the paid period ends; null takes such a change back. */
  changeAtPeriodEnd(subscriptionId: string, priceId: string | null, key: string): Promise<void>;
  /** Ends, or no longer ends, with the paid period. */
  endAtPeriodEnd(subscriptionId: string, ends: boolean, key: string): Promise<void>;
  /** Ends at once and credits what was paid ahead. */
  endNow(subscriptionId: string, key: string): Promise<void>;
  /** Where the payer finds card, invoices and cancellation. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends all subscriptions of a customer and forgets them; again changes nothing. */
  forget(customerId: string): Promise<void>;
  /** Checks a message over its raw body. Throws `bad_request` for one that is forged, old or changed. */
  readEvent(payload: Buffer, signature: string): Promise<PaymentEvent>;
}

/** The card was refused; nothing has changed. */
export const paymentFailed = (message: string) => new AppError('payment_failed', message);
