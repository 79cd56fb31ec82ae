import type { Plan } from '@cip/contracts/billing/billing';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { PlanTable, PlanTerms } from '../billing.table.ts';

/** The columns that a subscriber keeps when the plan changes. */
export const TERMS = [
  'name',
  'price_cents',
  'billing_cycle',
  'max_concurrent_sessions',
  'max_interviewers',
  'max_interviews_per_month',
  'recording_enabled',
  'analytics_enabled',
] as const satisfies (keyof PlanTerms)[];

const PLAN = ['id', 'description', 'features', ...TERMS] as const;

/** A plan of the product's seed. */
export type SeedPlan = Omit<Selectable<PlanTable>, 'id'>;

/** A version of a plan's terms. */
export interface PlanVersion extends PlanTerms {
  id: string;
  plan_id: string;
}

/** Adds missing plans; of existing ones, which an operator may have changed, only position and description change. */
export async function upsertPlans(db: Database, plans: SeedPlan[]): Promise<void> {
  await db
    .insertInto('plans')
    .values(plans.map((plan) => ({ ...plan, features: JSON.stringify(plan.features) })))
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        description: eb.ref('excluded.description'),
      })),
    )
    .execute();
}

/** Returns all plans in display order. */
export async function listPlans(db: Database): Promise<Plan[]> {
  const rows = await db.selectFrom('plans').select(PLAN).orderBy('position').orderBy('id').execute();
  return rows.map(toPlan);
}

/** Returns a plan, or undefined. */
export async function findPlan(db: Database, planId: string): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').select(PLAN).where('id', '=', planId).executeTakeFirst();
  return row && toPlan(row);
}

/** Returns a plan with its price in dollars. */
export function toPlan({ price_cents, ...plan }: Pick<Selectable<PlanTable>, (typeof PLAN)[number]>): Plan {
  return { ...plan, price: price_cents / 100 };
}

/** Returns the version of a plan's current terms, stored if it is new; undefined for an unknown plan. */
export async function findOrCreateVersion(db: Database, planId: string): Promise<PlanVersion | undefined> {
  const plan = await db.selectFrom('plans').select(TERMS).where('id', '=', planId).executeTakeFirst();
  if (!plan) return undefined;
  await db
    .insertInto('plan_versions')
    .values({ plan_id: planId, ...plan })
    .onConflict((conflict) => conflict.constraint('plan_versions_terms').doNothing())
    .execute();
  return db
    .selectFrom('plan_versions')
    .select(['id', 'plan_id', ...TERMS])
    .where((eb) => eb.and({ plan_id: planId, ...plan }))
    .executeTakeFirstOrThrow();
}

/** Returns a version of a plan's terms, or undefined. */
export function findVersion(db: Database, versionId: string): Promise<PlanVersion | undefined> {
  return db
    .selectFrom('plan_versions')
    .select(['id', 'plan_id', ...TERMS])
    .where('id', '=', versionId)
    .executeTakeFirst();
}

/** Returns the versions of a provider's prices, by price. */
export async function versionsOfPrices(
  db: Database,
  provider: string,
  priceIds: string[],
): Promise<Map<string, { id: string; plan_id: string }>> {
  if (priceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_prices')
    .innerJoin('plan_versions', 'plan_versions.id', 'plan_prices.plan_version_id')
    .select(['plan_prices.price_id', 'plan_versions.id', 'plan_versions.plan_id'])
    .where('provider', '=', provider)
    .where('price_id', 'in', priceIds)
    .execute();
  return new Map(rows.map(({ price_id, ...version }) => [price_id, version]));
}

/** Returns a provider's price of a version, or undefined. */
export async function findPrice(db: Database, provider: string, versionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('plan_prices')
    .select('price_id')
    .where('provider', '=', provider)
    .where('plan_version_id', '=', versionId)
    .executeTakeFirst();
  return row?.price_id;
}

/** Adds a provider's price of a version. */
export async function insertPrice(
  db: Database,
  price: { provider: string; price_id: string; plan_version_id: string },
): Promise<void> {
  await db
    .insertInto('plan_prices')
    .values(price)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the slug of a plan. */
export async function findSlug(db: Database, planId: string): Promise<string> {
  return (await db.selectFrom('plans').select('slug').where('id', '=', planId).executeTakeFirstOrThrow()).slug;
}
