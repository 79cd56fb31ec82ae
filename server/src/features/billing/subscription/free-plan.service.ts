import { randomUUID } from 'node:crypto';
import type { Subscription } from '@cip/contracts/billing/billing';
import type { AppContext } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { planRequired, requirePlan, requireVersion } from '../billing.service.ts';
import { withBillingLease, type BillingActor } from './billing-lease.service.ts';
import { findCustomer } from '../customers.repository.ts';
import { changeSubscriptionState } from './plan-change.service.ts';
import { freeSubscriptionState, isLive } from './subscription-state.ts';
import { findProviderLink, findSubscription, lockCompany, writeFreeChoice } from './subscriptions.repository.ts';
import {
  listWithoutDuplicates,
  syncSubscription,
  type BillingContext,
  type PaymentContext,
} from './sync-subscription.service.ts';

/**
 * Subscribes the company to a free plan and returns the subscription; if it is the current plan, nothing changes. A
 * paid plan runs until the end of its period, and the free plan follows. Throws `plan_required` for a paid plan.
 */
export async function subscribeToFreePlan(
  { db, mails, payments }: BillingContext,
  actor: BillingActor,
  planId: string,
): Promise<Subscription> {
  const { companyId } = actor;
  const plan = await requirePlan(db, planId);
  if (plan.price > 0) throw planRequired(`The ${plan.name} plan is paid: use the checkout.`);
  const customer = payments && (await findCustomer(db, { companyId, provider: payments.provider }));
  if (!payments || !customer?.customer_id) {
    await takeFree({ db, mails }, actor, planId);
    return requireSubscription(db, companyId);
  }
  const { customer_id } = customer;
  const paid = { db, mails, payments };
  return withBillingLease(paid, companyId, () => leavePaid(paid, actor, planId, customer_id));
}

async function takeFree(
  { db, mails }: Pick<AppContext, 'db' | 'mails'>,
  { companyId, userId }: BillingActor,
  planId: string,
): Promise<void> {
  const version = await requireVersion(db, planId);
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const current = await findSubscription(trx, companyId);
    if (current?.status === 'active' && !current.paid && current.plan.id === planId) return;
    const before = await findProviderLink(trx, companyId);
    await changeSubscriptionState({ trx, mails }, companyId, freeSubscriptionState(version), { userId });
    await writeFreeChoice(trx, companyId, {
      version,
      after: before?.provider_subscription_id ?? before?.free_after ?? null,
    });
  });
}

async function leavePaid(
  ctx: PaymentContext,
  actor: BillingActor,
  planId: string,
  customerId: string,
): Promise<Subscription> {
  const { companyId, userId } = actor;
  await syncSubscription(ctx, companyId);
  const live = (await listWithoutDuplicates(ctx.payments, customerId)).find(isLive);
  if (!live) {
    await takeFree(ctx, actor, planId);
    return requireSubscription(ctx.db, companyId);
  }
  const version = await requireVersion(ctx.db, planId);
  await ctx.payments.endAtPeriodEnd(live.id, true, randomUUID());
  await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, { version, after: live.id }));
  await syncSubscription(ctx, companyId, { by: { userId } });
  return requireSubscription(ctx.db, companyId);
}

/** Returns the subscription of a company that has one. */
export async function requireSubscription(db: Database, companyId: string): Promise<Subscription> {
  const subscription = await findSubscription(db, companyId);
  if (!subscription) throw new Error('The company has no subscription.');
  return subscription;
}
