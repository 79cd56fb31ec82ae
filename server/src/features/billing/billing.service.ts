import type { Plan, Subscription } from '@cip/contracts/billing';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Database, Tables } from '../../database.ts';
import { AppError, invalid, notFound, unavailable } from '../../errors.ts';
import * as billing from './billing.repository.ts';
import { SEED_PLANS } from './seed-plans.ts';

export const { findSubscription, lockCompany } = billing;

const planRequired = (message: string) => new AppError('plan_required', message);

/** Brings the product's plans into the database; safe at every start and on several nodes at once. */
export function seedPlans(db: Database): Promise<void> {
  return billing.upsertPlans(db, SEED_PLANS);
}

/** Puts the company on a free plan; on the one it has already, nothing changes. A paid plan throws `plan_required`. */
export async function subscribeToFreePlan(
  ctx: Pick<AppContext, 'db'>,
  companyId: string,
  planId: string,
): Promise<Subscription> {
  const plan = await requirePlan(ctx.db, planId);
  if (plan.price > 0) throw planRequired(`The ${plan.name} plan has to be paid for: use the checkout.`);
  return ctx.db.transaction().execute(async (trx) => {
    await billing.lockCompany(trx, companyId);
    const current = await billing.findSubscription(trx, companyId);
    if (current?.status === 'active' && current.plan.id === plan.id) return current;
    await billing.replaceSubscription(trx, companyId, plan.id);
    return requireSubscription(trx, companyId);
  });
}

/** Starts the payment for a paid plan. Without a payment provider there is none: throws `unavailable`. */
export async function startCheckout(ctx: Pick<AppContext, 'db'>, planId: string): Promise<{ url: string }> {
  const plan = await requirePlan(ctx.db, planId);
  if (plan.price === 0)
    throw invalid('subscription_plan_id', `The ${plan.name} plan is free: subscribe to it without a checkout.`);
  throw unavailable('Card payments are not available yet.');
}

/**
 * Locks the company and answers with the plan it is on, so that a limit counted after this holds until the
 * transaction ends. Throws `plan_required` when no plan is active.
 */
export async function lockActivePlan(trx: Transaction<Tables>, companyId: string): Promise<Plan> {
  await billing.lockCompany(trx, companyId);
  const subscription = await billing.findSubscription(trx, companyId);
  if (subscription?.status !== 'active')
    throw planRequired("You don't have an active subscription. Subscribe now to start conducting interviews!");
  return subscription.plan;
}

/** The refusal of what goes beyond the plan; `what` names the limit, such as `2 interviewers`. */
export function limitReached(plan: Plan, what: string, wayUp: string): AppError {
  return new AppError('limit_reached', `Your ${plan.name} plan includes ${what}. ${wayUp}`);
}

async function requirePlan(db: Database, planId: string): Promise<Plan> {
  const plan = await billing.findPlan(db, planId);
  if (!plan) throw notFound('There is no such plan.');
  return plan;
}

async function requireSubscription(db: Database, companyId: string): Promise<Subscription> {
  const subscription = await billing.findSubscription(db, companyId);
  if (!subscription) throw new Error('A subscription that was just written is there.');
  return subscription;
}
