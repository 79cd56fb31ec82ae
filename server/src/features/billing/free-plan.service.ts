import { randomUUID } from 'node:crypto';
import type { Subscription } from '@cip/contracts/billing';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import { findSubscription, lockCompany, planRequired, requirePlan, requireTerms } from './billing.service.ts';
import { changing, type Payer } from './changing.service.ts';
import { findCustomer } from './customers.repository.ts';
import { changeStanding } from './plan-change.service.ts';
import { isLive, standingOfFree } from './standing.ts';
import { findPaidThrough, writeFreeChoice } from './subscriptions.repository.ts';
import { listOneLive, takeOver, type BillingCtx, type PaidCtx } from './take-over.service.ts';

/**
 * Puts the company on a free plan; on the one it has already, nothing changes. What it has paid for it keeps until the
 * end, and the free plan follows. A paid plan throws `plan_required`.
 */
export async function subscribeToFreePlan(
  { db, mails, payments }: BillingCtx,
  payer: Payer,
  planId: string,
): Promise<Subscription> {
  const { companyId } = payer;
  const plan = await requirePlan(db, planId);
  if (plan.price > 0) throw planRequired(`The ${plan.name} plan has to be paid for: use the checkout.`);
  const customer = payments && (await findCustomer(db, { companyId, provider: payments.provider }));
  if (!payments || !customer?.customer_id) {
    await takeFree({ db, mails }, payer, planId);
    return requireSubscription(db, companyId);
  }
  const { customer_id } = customer;
  const paid = { db, mails, payments };
  return changing(paid, companyId, () => leavePaid(paid, payer, planId, customer_id));
}

async function takeFree(
  { db, mails }: Pick<AppContext, 'db' | 'mails'>,
  { companyId, userId }: Payer,
  planId: string,
): Promise<void> {
  const version = await requireTerms(db, planId);
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const current = await findSubscription(trx, companyId);
    if (current?.status === 'active' && !current.paid && current.plan.id === planId) return;
    const before = await findPaidThrough(trx, companyId);
    await changeStanding({ trx, mails }, companyId, standingOfFree(version), { userId });
    await writeFreeChoice(trx, companyId, {
      version,
      after: before?.provider_subscription_id ?? before?.free_after ?? null,
    });
  });
}

async function leavePaid(ctx: PaidCtx, payer: Payer, planId: string, customerId: string): Promise<Subscription> {
  const { companyId, userId } = payer;
  await takeOver(ctx, companyId);
  const live = (await listOneLive(ctx.payments, customerId)).find(isLive);
  if (!live) {
    await takeFree(ctx, payer, planId);
    return requireSubscription(ctx.db, companyId);
  }
  const version = await requireTerms(ctx.db, planId);
  await ctx.payments.endAtPeriodEnd(live.id, true, randomUUID());
  await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, { version, after: live.id }));
  await takeOver(ctx, companyId, { by: { userId } });
  return requireSubscription(ctx.db, companyId);
}

/** The subscription of a company that has one. */
export async function requireSubscription(db: Database, companyId: string): Promise<Subscription> {
  const subscription = await findSubscription(db, companyId);
  if (!subscription) throw new Error('A subscription that was just written is there.');
  return subscription;
}
