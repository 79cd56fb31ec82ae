import type { Plan, Subscription } from '@cip/contracts/billing';
import type { Selectable, Transaction } from 'kysely';
import type { Database, Tables } from '../../database.ts';
import type { PlanTable } from './billing.table.ts';

const PLAN = [
  'plans.id',
  'plans.name',
  'plans.description',
  'plans.price_cents',
  'plans.billing_cycle',
  'plans.max_concurrent_sessions',
  'plans.max_interviewers',
  'plans.max_interviews_per_month',
  'plans.recording_enabled',
  'plans.analytics_enabled',
  'plans.features',
] as const;

/** A plan as the product brings it. */
export type SeedPlan = Omit<Selectable<PlanTable>, 'id'>;

/** Adds the plans that are not there; what an operator may have changed since stays, but for the wording. */
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

/** Every plan in the order it is shown. */
export async function listPlans(db: Database): Promise<Plan[]> {
  const rows = await db.selectFrom('plans').select(PLAN).orderBy('position').orderBy('id').execute();
  return rows.map(toPlan);
}

/** A plan, or undefined. */
export async function findPlan(db: Database, planId: string): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').select(PLAN).where('id', '=', planId).executeTakeFirst();
  return row && toPlan(row);
}

/** The company's subscription with its plan, or undefined. */
export async function findSubscription(db: Database, companyId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(PLAN)
    .select(['subscriptions.id as subscription_id', 'subscriptions.status', 'subscriptions.ends_at'])
    .where('subscriptions.company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { subscription_id, status, ends_at, ...plan } = row;
  return { id: subscription_id, status, ends_at, plan: toPlan(plan) };
}

/** Puts the company on a plan from now on, without an end. */
export async function replaceSubscription(trx: Transaction<Tables>, companyId: string, planId: string): Promise<void> {
  const values = { plan_id: planId, status: 'active' as const, ends_at: null, started_at: new Date().toISOString() };
  await trx
    .insertInto('subscriptions')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute();
}

/**
 * Makes everything that counts against the company's plan happen one after the other, until the transaction ends.
 * Rows that merely name the company, such as the audit log's, need not wait for it.
 */
export async function lockCompany(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

type PlanRow = Pick<Selectable<PlanTable>, Exclude<keyof PlanTable, 'slug' | 'position'>>;

function toPlan({ price_cents, ...plan }: PlanRow): Plan {
  return { ...plan, price: price_cents / 100 };
}
