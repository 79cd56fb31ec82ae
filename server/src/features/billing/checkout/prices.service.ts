import type { Database } from '../../../platform/database/database.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { requireVersion } from '../billing.service.ts';
import * as plans from '../plans/plans.repository.ts';
import type { VersionRef } from '../subscription/subscription-state.ts';
import type { PaymentContext } from '../subscription/sync-subscription.service.ts';

/** Returns the provider's price of a version, and creates it at the provider if it is new. */
export async function priceOfTerms(
  { db, payments }: Pick<PaymentContext, 'db' | 'payments'>,
  terms: plans.PlanVersion,
): Promise<string> {
  const known = await plans.findPrice(db, payments.provider, terms.id);
  if (known !== undefined) return known;
  const price_id = await payments.priceOf({
    versionId: terms.id,
    planSlug: await plans.findSlug(db, terms.plan_id),
    name: terms.name,
    cents: terms.price_cents,
    cycle: terms.billing_cycle,
  });
  await plans.insertPrice(db, { provider: payments.provider, price_id, plan_version_id: terms.id });
  return price_id;
}

/** Returns the version of a provider's price, or undefined. */
export async function versionOfPrice(
  { db, payments }: PaymentContext,
  priceId: string,
): Promise<VersionRef | undefined> {
  return (await plans.versionsOfPrices(db, payments.provider, [priceId])).get(priceId);
}

/** Creates the provider's prices of all paid plans with their current terms; returns their names and ids. */
export async function syncPrices(db: Database, payments: Payments): Promise<{ name: string; priceId: string }[]> {
  const prices = [];
  for (const plan of await plans.listPlans(db)) {
    if (plan.price === 0) continue;
    const terms = await requireVersion(db, plan.id);
    prices.push({ name: plan.name, priceId: await priceOfTerms({ db, payments }, terms) });
  }
  return prices;
}
