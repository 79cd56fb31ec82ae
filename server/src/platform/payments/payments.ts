import { AppError } from '../../errors.ts';

/** The price of a plan for a payment provider; amounts in cents. */
export interface PriceTerms {
  /** Identifies a version of the terms. */
  versionId: string;
  planSlug: string;
  name: string;
  cents: number;
  cycle: 'monthly' | 'yearly';
}

/** A subscription at the payment provider. */
export interface PaidSubscription {
  id: string;
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';
  priceId: string;
  createdAt: string;
  /** The end of the paid period, when it renews or ends. */
  periodEndsAt: string;
  /** When it ends; null while it renews. */
  endsAt: string | null;
  /** When it ended; null until then. */
  endedAt: string | null;
  /** The price from the next period on; null if it stays the same. */
  nextPriceId: string | null;
  /** Since when a payment is overdue; null if none is. */
  unpaidSince: string | null;
}

export interface CheckoutOrder {
  customerId: string;
  priceId: string;
  /** If an order is repeated with the same key, no second checkout opens. */
  key: string;
  successUrl: string;
  cancelUrl: string;
}

export interface OpenedCheckout {
  id: string;
  /** The checkout page; null once it is over. */
  url: string | null;
  status: 'open' | 'complete' | 'expired';
}

/** A verified event of the provider; `customerId` is null if it concerns no customer. */
export interface PaymentEvent {
  id: string;
  customerId: string | null;
}

/**
 * A payment provider. Calls are idempotent and throw `unavailable` if the provider does not answer, and MissingCustomer
 * if it has deleted the customer.
 */
export interface Payments {
  /** Names the provider (and mode) that issued the stored identifiers. */
  readonly provider: string;
  /** True if payments are simulated. */
  readonly isTest: boolean;
  /** Creates a customer; `replaces` is the company's deleted one, which a repeated request would return. */
  createCustomer(company: { id: string; name: string; email: string; replaces: string | null }): Promise<string>;
  /** Returns the id of the price for the terms; creates it if needed. */
  priceOf(terms: PriceTerms): Promise<string>;
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>;
  readCheckout(id: string): Promise<OpenedCheckout>;
  /** Closes an open checkout, so that it cannot be paid a second time. */
  expireCheckout(id: string): Promise<void>;
  /** Returns all subscriptions of a customer, past ones included, newest first. */
  listSubscriptions(customerId: string): Promise<PaidSubscription[]>;
  /**
   * Changes the price and charges the difference. If the payer must act first, returns the page for that, else null.
   * Paying there also withdraws a cancellation at the period's end, which stays until then.
   */
  changeNow(subscriptionId: string, priceId: string, key: string): Promise<string | null>;
  /** Changes the price when the paid period ends; null cancels a scheduled change. */
  changeAtPeriodEnd(subscriptionId: string, priceId: string | null, key: string): Promise<void>;
  /** Sets whether the subscription ends with the paid period. */
  endAtPeriodEnd(subscriptionId: string, ends: boolean, key: string): Promise<void>;
  /** Ends the subscription immediately and credits the unused part of the period. */
  endNow(subscriptionId: string, key: string): Promise<void>;
  /** Returns the page where the payer manages card, invoices and cancellation. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends all subscriptions of a customer and deletes the customer. */
  forget(customerId: string): Promise<void>;
  /** Verifies a webhook's raw body. Throws `bad_request` if it is forged, old or changed. */
  readEvent(payload: Buffer, signature: string): Promise<PaymentEvent>;
}

/** The provider has deleted the customer. */
export class MissingCustomer extends AppError {
  constructor() {
    super('conflict', 'Your account at the payment provider was deleted. Choose a paid plan to begin again.');
  }
}

/** Creates the error for a declined card; nothing was changed. */
export const paymentFailed = (message: string) => new AppError('payment_failed', message);
