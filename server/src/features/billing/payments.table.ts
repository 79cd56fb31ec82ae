import type { Generated } from 'kysely';

/** A company as a payment provider knows it. */
export interface PaymentCustomerTable {
  company_id: string;
  provider: string;
  customer_id: string | null;
  /** Counts what was taken over from the provider, so that an older answer never replaces a newer one. */
  takeovers: Generated<number>;
  checked_at: Generated<string>;
  /** Until when somebody is changing what is paid for. */
  changing_until: Generated<string>;
}

/** A payment that was started. */
export interface CheckoutTable {
  id: Generated<string>;
  company_id: string;
  provider: string;
  plan_version_id: string;
  /** Null until the provider has it, and for a change that needed no page. */
  provider_checkout_id: string | null;
  status: 'open' | 'complete' | 'expired';
  created_at: Generated<string>;
}

/** A message of the provider that had its effect. */
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
