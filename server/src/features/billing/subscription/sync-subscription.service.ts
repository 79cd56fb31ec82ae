import type { AppContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PaidSubscription, Payments } from '../../../platform/payments/payments.ts';
import type { Actor } from '../../audit/audit.service.ts';
import { completeOpen } from '../checkouts.repository.ts';
import * as customers from '../customers.repository.ts';
import { versionsOfPrices } from '../plans/plans.repository.ts';
import { changeSubscriptionState } from './plan-change.service.ts';
import { deriveSubscriptionState, isLive } from './subscription-state.ts';
import { findFreeChoice, lockCompany } from './subscriptions.repository.ts';

/** The context of plan changes; if there is no payment provider, all plans are free ones. */
export type BillingContext = Pick<AppContext, 'db' | 'mails' | 'payments'>;

/** The context of changes to a paid plan. */
export interface PaymentContext extends BillingContext {
  payments: Payments;
}

/**
 * Writes the company's subscription state from the payment provider and records the event that reported it, in one
 * transaction. It always reads the provider's current state, so that events may arrive in any order and any number of
 * times. Throws the errors of the provider.
 */
export async function syncSubscription(
  ctx: PaymentContext,
  companyId: string,
  { eventId, by = 'product' }: { eventId?: string; by?: Actor } = {},
): Promise<void> {
  const key = { companyId, provider: ctx.payments.provider };
  const first = await customers.findCustomer(ctx.db, key);
  let seen = first;
  while (first && seen?.customer_id) {
    const subscriptions = await listWithoutDuplicates(ctx.payments, seen.customer_id);
    const before = seen.takeovers;
    seen = await ctx.db.transaction().execute(async (trx) => {
      await lockCompany(trx, companyId);
      const now = await customers.findCustomer(trx, key);
      const isLatest = now?.takeovers === before;
      // Two syncs later: the second sync read the provider after this call began, so it has all of its news.
      if (now && !isLatest && now.takeovers < first.takeovers + 2) return now;
      const isNew = eventId === undefined || (await customers.insertEvent(trx, key.provider, eventId));
      if (isNew && isLatest) await write({ ...ctx, db: trx, by }, key, subscriptions);
      return undefined;
    });
  }
}

async function write(
  { db: trx, mails, payments, by }: PaymentContext & { db: Transaction; by: Actor },
  key: customers.CustomerKey,
  subscriptions: PaidSubscription[],
): Promise<void> {
  const prices = subscriptions.flatMap(({ priceId, nextPriceId }) => [priceId, nextPriceId ?? []].flat());
  const versions = await versionsOfPrices(trx, payments.provider, [...new Set(prices)]);
  const free = await findFreeChoice(trx, key.companyId);
  const state = deriveSubscriptionState(payments.provider, subscriptions, free, versions);
  if (state) await changeSubscriptionState({ trx, mails }, key.companyId, state, by);
  if (subscriptions.some(isLive)) await completeOpen(trx, key);
  await customers.countSync(trx, key);
}

/**
 * Returns the subscriptions of a customer, at most one of them being paid for: if two checkouts were paid at the same
 * time, the older one ends immediately and is credited.
 */
export async function listWithoutDuplicates(payments: Payments, customerId: string): Promise<PaidSubscription[]> {
  const all = await payments.listSubscriptions(customerId);
  const [, ...duplicates] = all.filter(isLive);
  if (duplicates.length === 0) return all;
  for (const { id } of duplicates) await payments.endNow(id, `second-${id}`);
  return payments.listSubscriptions(customerId);
}
