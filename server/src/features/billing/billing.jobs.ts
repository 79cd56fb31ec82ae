import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/jobs.ts';
import * as customers from './customers.repository.ts';
import { syncSubscription } from './subscription/sync-subscription.service.ts';

/** How often a node looks for companies whose events are overdue, in milliseconds. */
const SYNC_EVERY_MS = 30_000;
/** Companies that one run syncs. */
const COMPANIES_PER_RUN = 20;
/** Runs between two deletions of old events: about an hour. */
const RUNS_PER_SWEEP = 120;

/** Creates the job that syncs companies whose events from the payment provider did not arrive. */
export function billingJob(ctx: Pick<AppContext, 'db' | 'mails' | 'payments' | 'log'>): Job {
  let runs = 0;
  return {
    name: 'billing',
    everyMs: SYNC_EVERY_MS,
    async run() {
      await syncStaleCompanies(ctx);
      if (runs++ % RUNS_PER_SWEEP === 0) await customers.deleteOldEvents(ctx.db);
    },
  };
}

/** Syncs stale companies once; if one of them fails, that is logged and retried later, and does not stop the others. */
export async function syncStaleCompanies({
  db,
  mails,
  payments,
  log,
}: Pick<AppContext, 'db' | 'mails' | 'payments' | 'log'>): Promise<void> {
  if (!payments) return;
  for (const companyId of await customers.claimStaleCompanies(db, payments.provider, COMPANIES_PER_RUN))
    await syncSubscription({ db, mails, payments }, companyId).catch((error: unknown) =>
      log.warn({ err: error, companyId }, 'the subscription of a company could not be synced'),
    );
}
