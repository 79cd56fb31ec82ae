import type { Plan, SubscriptionStatus } from '@cip/contracts/billing';
import type { ColumnType, Generated } from 'kysely';

/** The plans on offer; money in cents. */
export interface PlanTable {
  id: Generated<string>;
  slug: string;
  position: number;
  name: string;
  description: string;
  price_cents: number;
  billing_cycle: Plan['billing_cycle'];
  max_concurrent_sessions: number;
  max_interviewers: number;
  max_interviews_per_month: number;
  recording_enabled: boolean;
  analytics_enabled: boolean;
  /** Written as JSON text. */
  features: ColumnType<Plan['features'], string, string>;
}

/** The current subscription of a company: one row each. */
export interface SubscriptionTable {
  id: Generated<string>;
  company_id: string;
  plan_id: string;
  status: SubscriptionStatus;
  started_at: Generated<string>;
  ends_at: string | null;
}
