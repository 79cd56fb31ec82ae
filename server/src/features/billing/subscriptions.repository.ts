import type { Plan, Subscription } from '@cip/contracts/billing';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { TERMS, toPlan } from './plans.repository.ts';
import { pastDueUntil, type FreeChoice, type Standing } from './standing.ts';

// What was paid for has run out, whether or not anybody has told us.
const effectiveStatus = sql<Subscription['status']>`case
  when subscriptions.status = 'active' and coalesce(subscriptions.access_until, subscriptions.ends_at) <= now()
  then case when subscriptions.provider is not null and not subscriptions.renews then 'cancelled' else 'inactive' end
  else subscriptions.status end`;

/** The company's subscription with the plan as it was taken, or undefined. */
export async function findSubscription(db: Database, companyId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .leftJoin('plan_versions', 'plan_versions.id', 'subscriptions.plan_version_id')
    .select(['plans.id as plan_id', 'plans.description', 'plans.features'])
    .select((eb) => TERMS.map((term) => eb.fn.coalesce(`plan_versions.${term}`, `plans.${term}`).as(term)))
    .select(['subscriptions.id', 'ends_at', 'renews', 'provider', 'next_version_id', 'unpaid_since'])
    .select(effectiveStatus.as('status'))
    .where('subscriptions.company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, plan_id, status, ends_at, renews, provider, next_version_id, unpaid_since, ...plan } = row;
  return {
    id,
    status,
    ends_at,
    renews,
    paid: provider !== null,
    plan: toPlan({ ...(plan as Parameters<typeof toPlan>[0]), id: plan_id }),
    next_plan: next_version_id === null ? null : await readVersion(db, next_version_id),
    past_due_until: unpaid_since === null ? null : new Date(pastDueUntil(unpaid_since)).toISOString(),
  };
}

async function readVersion(db: Database, versionId: string): Promise<Plan> {
  const row = await db
    .selectFrom('plan_versions')
    .innerJoin('plans', 'plans.id', 'plan_versions.plan_id')
    .select(['plans.id', 'plans.description', 'plans.features'])
    .select(TERMS.map((term) => `plan_versions.${term}` as const))
    .where('plan_versions.id', '=', versionId)
    .executeTakeFirstOrThrow();
  return toPlan(row);
}

/** What the company's row says of where it is paid, or undefined. */
export function findPaidThrough(db: Database, companyId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['provider', 'provider_subscription_id', 'free_after'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** How the company's row says it stands, or undefined. */
export function findStanding(db: Database, companyId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['plan_version_id', 'status', 'renews', 'unpaid_since'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** The free plan the company chose, or null. */
export async function findFreeChoice(db: Database, companyId: string): Promise<FreeChoice | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.free_version_id')
    .select(['plan_versions.id', 'plan_versions.plan_id', 'free_after'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row ? { version: { id: row.id, plan_id: row.plan_id }, after: row.free_after } : null;
}

/** Makes the company stand so from now on. */
export async function writeStanding(trx: Transaction<Tables>, companyId: string, standing: Standing): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ company_id: companyId, ...standing })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(standing))
    .execute();
}

/** Keeps, or with null takes back, which free plan the company chose; its row has to be there. */
export async function writeFreeChoice(
  trx: Transaction<Tables>,
  companyId: string,
  choice: FreeChoice | null,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ free_version_id: choice?.version.id ?? null, free_after: choice?.after ?? null })
    .where('company_id', '=', companyId)
    .execute();
}

/**
 * Makes everything that counts against the company's plan happen one after the other, until the transaction ends.
 * Rows that merely name the company, such as the audit log's, need not wait for it.
 */
export async function lockCompany(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}
