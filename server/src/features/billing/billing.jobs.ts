import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/jobs.ts';
import * as customers from './customers.repository.ts';
import { takeOver } from './take-over.service.ts';

/** How often a node asks after companies of which nothing was heard, in milliseconds. */
const LOOK_EVERY_MS = 30_000;
/** Companies asked after in one look. */
const COMPANIES_PER_LOOK = 20;
/** Old messages are forgotten once in so many looks: about every hour. */
const LOOKS_PER_SWEEP = 120;

/** Creates the job that asks the payment provider about companies whose messages did not arrive. */
export function billingJob(ctx: Pick<AppContext, 'db' | 'mails' | 'payments' | 'log'>): Job {
  let looks = 0;
  return {
    name: 'billing',
    everyMs: LOOK_EVERY_MS,
    async run() {
      await askAfterUnheard(ctx);
      if (looks++ % LOOKS_PER_SWEEP === 0) await customers.forgetOldEvents(ctx.db);
    },
  };
}

/** One look; what fails for one company is tried again later and keeps none of the others. */
export async function askAfterUnheard({
  db,
  mails,
  payments,
  log,
}: Pick<AppContext, 'db' | 'mails' | 'payments' | 'log'>): Promise<void> {
  if (!payments) return;
  for (const companyId of await customers.takeUnheard(db, payments.provider, COMPANIES_PER_LOOK))
    await takeOver({ db, mails, payments }, companyId).catch((error: unknown) =>
      log.warn({ err: error, companyId }, 'a company could not be asked after'),
    );
}
