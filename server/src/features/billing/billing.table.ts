import type { Plan, SubscriptionStatus } from '@cip/contracts/billing/billing';
import type { ColumnType, Generated } from 'kysely';

/** The price and the limits of a plan; money in cents. */
export interface PlanTerms {
  name: string;
  price_cents: number;
  billing_cycle: Plan['billing_cycle'];
  max_concurrent_sessions: number;
  max_interviewers: number;
  max_interviews_per_month: number;
  recording_enabled: boolean;
  analytics_enabled: boolean;
}

/** The plans that companies can choose. */
export interface PlanTable extends PlanTerms {
  id: Generated<string>;
  slug: string;
  position: number;
  description: string;
  /** Written as JSON text. */
  features: ColumnType<Plan['features'], string, string>;
}

/** A version of a plan's terms; rows never change. */
export interface PlanVersionTable extends PlanTerms {
  id: Generated<string>;
  plan_id: string;
  created_at: Generated<string>;
}

/** The price of a plan's terms at a payment provider. */
export interface PlanPriceTable {
  provider: string;
  price_id: string;
  plan_version_id: string;
}

/** The current subscription of a company: one row each. */
export interface SubscriptionTable {
  id: Generated<string>;
  company_id: string;
  plan_id: string;
  /** The terms at the time of subscribing; null means the plan's current terms. */
  plan_version_id: ColumnType<string | null, string | null | undefined>;
  status: SubscriptionStatus;
  started_at: Generated<string>;
  ends_at: string | null;
  /** The payment provider it is paid through; null for a free plan. */
  provider: ColumnType<string | null, string | null | undefined>;
  provider_subscription_id: ColumnType<string | null, string | null | undefined>;
  renews: Generated<boolean>;
  next_version_id: ColumnType<string | null, string | null | undefined>;
  unpaid_since: ColumnType<string | null, string | null | undefined>;
  /** When an active subscription stops counting as active; null means `ends_at`. */
  access_until: ColumnType<string | null, string | null | undefined>;
  /** The free plan that the company chose, and its paid subscription at that time. */
  free_version_id: ColumnType<string | null, string | null | undefined>;
  free_after: ColumnType<string | null, string | null | undefined>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    plan_prices: PlanPriceTable;
    plans: PlanTable;
    plan_versions: PlanVersionTable;
    subscriptions: SubscriptionTable;
  }
}
