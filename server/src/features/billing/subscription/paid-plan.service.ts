import { randomUUID } from 'node:crypto';
import type { Subscription } from '@cip/contracts/billing/billing';
import { conflict } from '../../../errors.ts';
import type { PaidSubscription } from '../../../platform/payments/payments.ts';
import { withBillingLease, requirePayments, type BillingActor } from './billing-lease.service.ts';
import { findCustomer } from '../customers.repository.ts';
import { requireSubscription } from './free-plan.service.ts';
import { isLive } from './subscription-state.ts';
import { writeFreeChoice } from './subscriptions.repository.ts';
import {
  listWithoutDuplicates,
  syncSubscription,
  type BillingContext,
  type PaymentContext,
} from './sync-subscription.service.ts';

/** Cancels the paid plan at its period's end; a second call changes nothing. Throws `conflict` if there is none. */
export function cancelSubscription(ctx: BillingContext, actor: BillingActor) {
  return changePaid(ctx, actor, async ({ payments }, { id, endsAt }) => {
    if (endsAt === null) await payments.endAtPeriodEnd(id, true, randomUUID());
  });
}

/**
 * Resumes the paid plan: withdraws a cancellation or a change at the period's end. Throws `conflict` if it has none.
 */
export function resumeSubscription(ctx: BillingContext, actor: BillingActor) {
  return changePaid(ctx, actor, withdrawPendingChanges);
}

/** Withdraws the cancellation or the change at the period's end. */
export async function withdrawPendingChanges(
  { payments }: Pick<PaymentContext, 'payments'>,
  { id, endsAt, nextPriceId }: PaidSubscription,
): Promise<void> {
  if (endsAt !== null) await payments.endAtPeriodEnd(id, false, randomUUID());
  if (nextPriceId !== null) await payments.changeAtPeriodEnd(id, null, randomUUID());
}

/** Runs `change`; if it throws, restores the previous cancellation or change at the period's end. */
export async function orRestorePendingChanges<T>(
  ctx: Pick<PaymentContext, 'payments'>,
  before: PaidSubscription,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    // If the provider cannot be reached, this fails too; the first failure is the one to report.
    await restorePendingChanges(ctx, before).catch(() => undefined);
    throw error;
  }
}

/** Restores the previous cancellation or change at the period's end. */
export async function restorePendingChanges(
  { payments }: Pick<PaymentContext, 'payments'>,
  { id, endsAt, nextPriceId }: PaidSubscription,
): Promise<void> {
  if (endsAt !== null) await payments.endAtPeriodEnd(id, true, randomUUID());
  else if (nextPriceId !== null) await payments.changeAtPeriodEnd(id, nextPriceId, randomUUID());
}

// Each of these choices replaces a free plan that was to follow.
function changePaid(
  ctx: BillingContext,
  { companyId, userId }: BillingActor,
  change: (ctx: PaymentContext, live: PaidSubscription) => Promise<void>,
): Promise<Subscription> {
  const paid = requirePayments(ctx);
  return withBillingLease(paid, companyId, async () => {
    const live = await findPaidSubscription(paid, companyId);
    if (!live) throw conflict('You have no paid plan.');
    await change(paid, live);
    await ctx.db.transaction().execute((trx) => writeFreeChoice(trx, companyId, null));
    await syncSubscription(paid, companyId, { by: { userId } });
    return requireSubscription(ctx.db, companyId);
  });
}

/** Returns the paid subscription of the company at the provider, or undefined. */
export async function findPaidSubscription(
  { db, payments }: PaymentContext,
  companyId: string,
): Promise<PaidSubscription | undefined> {
  const customer = await findCustomer(db, { companyId, provider: payments.provider });
  if (!customer?.customer_id) return undefined;
  return (await listWithoutDuplicates(payments, customer.customer_id)).find(isLive);
}

/** Returns the URL of the provider's portal (card, invoices, cancellation). Throws `conflict` before a payment. */
export async function openPortal(ctx: BillingContext, companyId: string, returnUrl: string): Promise<{ url: string }> {
  const { payments } = requirePayments(ctx);
  const customer = await findCustomer(ctx.db, { companyId, provider: payments.provider });
  if (!customer?.customer_id) throw conflict('There is nothing to manage yet. Choose a paid plan first.');
  return { url: await payments.openPortal(customer.customer_id, returnUrl) };
}
