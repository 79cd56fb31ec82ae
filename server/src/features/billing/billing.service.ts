import type { Plan } from '@cip/contracts/billing/billing';
import type { Database } from '../../platform/database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import * as plans from './plans/plans.repository.ts';
import { SEED_PLANS } from './plans/seed-plans.ts';
import { findSubscription, lockCompany } from './subscription/subscriptions.repository.ts';

/** Queries of other features, which import services only. */
export { findSubscription, lockCompany };

/** Returns the error for a request that needs a subscription, or a paid one. */
export const planRequired = (message: string) => new AppError('plan_required', message);

/** Adds the product's plans to the database; safe at every start and on several nodes in parallel. */
export function seedPlans(db: Database): Promise<void> {
  return plans.upsertPlans(db, SEED_PLANS);
}

/** Returns a plan. Throws `not_found`. */
export async function requirePlan(db: Database, planId: string): Promise<Plan> {
  const plan = await plans.findPlan(db, planId);
  if (!plan) throw notFound('Plan not found.');
  return plan;
}

/** Returns the current version of a plan's terms and stores it if it is new. Throws `not_found`. */
export async function requireVersion(db: Database, planId: string): Promise<plans.PlanVersion> {
  const version = await plans.findOrCreateVersion(db, planId);
  if (!version) throw notFound('Plan not found.');
  return version;
}
