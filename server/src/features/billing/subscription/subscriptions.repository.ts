import type { Plan, Subscription } from '@cip/contracts/billing/billing';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { TERMS, toPlan } from '../plans/plans.repository.ts';
import { pastDueUntil, type FreeChoice, type SubscriptionState } from './subscription-state.ts';

// An ended period counts as ended even if its event has not arrived.
const effectiveStatus = sql<Subscription['status']>`case
  when subscriptions.status = 'active' and coalesce(subscriptions.access_until, subscriptions.ends_at) <= now()
  then case when subscriptions.provider is not null and not subscriptions.renews then 'cancelled' else 'inactive' end
  else subscriptions.status end`;

/** Returns the company's subscription with the plan under the terms of that time, or undefined. */
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

/** Returns the provider and the provider's subscription of a company, or undefined. */
export function findProviderLink(db: Database, companyId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['provider', 'provider_subscription_id', 'free_after'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** Returns the stored state that a new one is compared with, or undefined. */
export function findSubscriptionState(db: Database, companyId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['plan_version_id', 'status', 'renews', 'unpaid_since'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** Returns the free plan that the company chose, or null. */
export async function findFreeChoice(db: Database, companyId: string): Promise<FreeChoice | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.free_version_id')
    .select(['plan_versions.id', 'plan_versions.plan_id', 'free_after'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row ? { version: { id: row.id, plan_id: row.plan_id }, after: row.free_after } : null;
}

/** Writes the company's subscription state. */
export async function writeSubscriptionState(
  trx: Transaction,
  companyId: string,
  state: SubscriptionState,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ company_id: companyId, ...state })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(state))
    .execute();
}

/** Sets, or with null clears, the free plan that the company chose; its row must exist. */
export async function writeFreeChoice(trx: Transaction, companyId: string, choice: FreeChoice | null): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ free_version_id: choice?.version.id ?? null, free_after: choice?.after ?? null })
    .where('company_id', '=', companyId)
    .execute();
}

/**
 * Locks the company until the transaction ends, so that changes counted against its plan run one after another. Inserts
 * of rows that only reference the company, such as the audit log's, do not wait.
 */
export async function lockCompany(trx: Transaction, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}
