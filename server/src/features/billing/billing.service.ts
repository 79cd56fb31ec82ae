import type { Plan } from '@cip/contracts/billing';
import type { Database } from '../../platform/database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import * as plans from './plans.repository.ts';
import { SEED_PLANS } from './seed-plans.ts';
import { findSubscription, lockCompany } from './subscriptions.repository.ts';

export { findSubscription, lockCompany };

/** A plan is missing for what was asked for. */
export const planRequired = (message: string) => new AppError('plan_required', message);

/** Brings the product's plans into the database; safe at every start and on several nodes at once. */
export function seedPlans(db: Database): Promise<void> {
  return plans.upsertPlans(db, SEED_PLANS);
}

/** A plan on offer. Throws `not_found`. */
export async function requirePlan(db: Database, planId: string): Promise<Plan> {
  const plan = await plans.findPlan(db, planId);
  if (!plan) throw notFound('There is no such plan.');
  return plan;
}

/** The present terms of a plan, kept for whoever takes it now. Throws `not_found`. */
export async function requireTerms(db: Database, planId: string): Promise<plans.PlanVersion> {
  const version = await plans.keepTerms(db, planId);
  if (!version) throw notFound('There is no such plan.');
  return version;
}
