import type { Database } from '../../platform/database/database.ts';
import type { Payments } from '../../platform/payments/payments.ts';
import { requireTerms } from './billing.service.ts';
import * as plans from './plans.repository.ts';
import type { VersionRef } from './standing.ts';
import type { PaidCtx } from './take-over.service.ts';

/** The provider's price of a plan's terms, made there when it is not yet. */
export async function priceOfTerms(
  { db, payments }: Pick<PaidCtx, 'db' | 'payments'>,
  terms: plans.PlanVersion,
): Promise<string> {
  const known = await plans.findPrice(db, payments.provider, terms.id);
  if (known !== undefined) return known;
  const price_id = await payments.priceOf({
    versionId: terms.id,
    planSlug: await plans.slugOf(db, terms.plan_id),
    name: terms.name,
    cents: terms.price_cents,
    cycle: terms.billing_cycle,
  });
  await plans.keepPrice(db, { provider: payments.provider, price_id, plan_version_id: terms.id });
  return price_id;
}

/** Which terms a price of the provider stands for, or undefined. */
export async function versionOfPrice({ db, payments }: PaidCtx, priceId: string): Promise<VersionRef | undefined> {
  return (await plans.versionsOfPrices(db, payments.provider, [priceId])).get(priceId);
}

/** Makes the provider's prices for all paid plans as they are now; answers with their names and prices. */
export async function syncPrices(db: Database, payments: Payments): Promise<{ name: string; priceId: string }[]> {
  const made = [];
  for (const plan of await plans.listPlans(db)) {
    if (plan.price === 0) continue;
    const terms = await requireTerms(db, plan.id);
    made.push({ name: plan.name, priceId: await priceOfTerms({ db, payments }, terms) });
  }
  return made;
}
