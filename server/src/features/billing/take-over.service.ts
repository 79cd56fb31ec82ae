import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import type { PaidSubscription, Payments } from '../../platform/payments/payments.ts';
import type { Actor } from '../audit/audit.service.ts';
import { completeOpen } from './checkouts.repository.ts';
import * as customers from './customers.repository.ts';
import { versionsOfPrices } from './plans.repository.ts';
import { changeStanding } from './plan-change.service.ts';
import { isLive, standingOf } from './standing.ts';
import { findFreeChoice, lockCompany } from './subscriptions.repository.ts';

/** What the plans of companies need; without somebody who takes payments there are only free ones. */
export type BillingCtx = Pick<AppContext, 'db' | 'mails' | 'payments'>;

/** What a change of what is paid for needs. */
export interface PaidCtx extends BillingCtx {
  payments: Payments;
}

/**
 * Takes over how the company stands with its payment provider, and keeps the message that told of it, both or neither.
 * The provider is always asked anew, so messages may come in any order and any number. Throws what the provider throws.
 */
export async function takeOver(
  ctx: PaidCtx,
  companyId: string,
  { eventId, by = 'product' }: { eventId?: string; by?: Actor } = {},
): Promise<void> {
  const key = { companyId, provider: ctx.payments.provider };
  const first = await customers.findCustomer(ctx.db, key);
  let seen = first;
  while (first && seen?.customer_id) {
    const subscriptions = await listOneLive(ctx.payments, seen.customer_id);
    const before = seen.takeovers;
    seen = await ctx.db.transaction().execute(async (trx) => {
      await lockCompany(trx, companyId);
      const now = await customers.findCustomer(trx, key);
      const isLatest = now?.takeovers === before;
      // Two later: that one began to ask after we were called, so it knows what we know.
      if (now && !isLatest && now.takeovers < first.takeovers + 2) return now;
      const isNew = eventId === undefined || (await customers.keepEvent(trx, key.provider, eventId));
      if (isNew && isLatest) await write({ ...ctx, db: trx, by }, key, subscriptions);
      return undefined;
    });
  }
}

async function write(
  { db: trx, mails, payments, by }: PaidCtx & { db: Transaction<Tables>; by: Actor },
  key: customers.CustomerKey,
  subscriptions: PaidSubscription[],
): Promise<void> {
  const prices = subscriptions.flatMap(({ priceId, nextPriceId }) => [priceId, nextPriceId ?? []].flat());
  const versions = await versionsOfPrices(trx, payments.provider, [...new Set(prices)]);
  const free = await findFreeChoice(trx, key.companyId);
  const standing = standingOf(payments.provider, subscriptions, free, versions);
  if (standing) await changeStanding({ trx, mails }, key.companyId, standing, by);
  if (subscriptions.some(isLive)) await completeOpen(trx, key);
  await customers.countTakeover(trx, key);
}

/**
 * The subscriptions of a customer, of which one at most is being paid for: where two checkouts were paid at the same
 * time, the older one ends at once and is credited.
 */
export async function listOneLive(payments: Payments, customerId: string): Promise<PaidSubscription[]> {
  const all = await payments.listSubscriptions(customerId);
  const [, ...tooMany] = all.filter(isLive);
  if (tooMany.length === 0) return all;
  for (const { id } of tooMany) await payments.endNow(id, `second-${id}`);
  return payments.listSubscriptions(customerId);
}
