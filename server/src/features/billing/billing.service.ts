import type { Plan } from '@cip/contracts/billing';
import type { Transaction } from 'kysely';
import type { Database, Tables } from '../../database.ts';
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

/**
 * Locks the company and answers with the plan it is on, so that a limit counted after this holds until the
 * transaction ends. Throws `plan_required` when no plan is active.
 */
export async function lockActivePlan(trx: Transaction<Tables>, companyId: string): Promise<Plan> {
  await lockCompany(trx, companyId);
  const subscription = await findSubscription(trx, companyId);
  if (subscription?.status !== 'active')
    throw planRequired("You don't have an active subscription. Subscribe now to start conducting interviews!");
  return subscription.plan;
}

/** The refusal of what goes beyond the plan; `what` names the limit, such as `2 interviewers`. */
export function limitReached(plan: Plan, what: string, wayUp: string): AppError {
  return new AppError('limit_reached', `Your ${plan.name} plan includes ${what}. ${wayUp}`);
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
