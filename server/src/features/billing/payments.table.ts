import type { Generated } from 'kysely';

/** A company at a payment provider. */
export interface PaymentCustomerTable {
  company_id: string;
  provider: string;
  customer_id: string | null;
  /** Counts the syncs from the provider, so that an older reply never replaces a newer one. */
  takeovers: Generated<number>;
  checked_at: Generated<string>;
  /** The end of the lease of the request that changes the paid plan; it also identifies the lease. */
  changing_until: Generated<string>;
}

/** A checkout at a payment provider. */
export interface CheckoutTable {
  id: Generated<string>;
  company_id: string;
  provider: string;
  plan_version_id: string;
  /** Null until the provider has created it, and for a change that needed no page. */
  provider_checkout_id: string | null;
  status: 'open' | 'complete' | 'expired';
  created_at: Generated<string>;
}

/** An event of the provider that has been processed. */
export interface PaymentEventTable {
  provider: string;
  event_id: string;
  received_at: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    checkouts: CheckoutTable;
    payment_customers: PaymentCustomerTable;
    payment_events: PaymentEventTable;
  }
}
