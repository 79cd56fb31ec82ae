import type { AppContext } from '../../context.ts';
import * as customers from './customers.repository.ts';
import { takeOver } from './take-over.service.ts';

/** How often a node asks after companies of which nothing was heard, in milliseconds. */
const LOOK_EVERY_MS = 30_000;
/** Companies asked after in one look. */
const COMPANIES_PER_LOOK = 20;
/** Old messages are forgotten once in so many looks: about every hour. */
const LOOKS_PER_SWEEP = 120;

/** Asks after what the payment provider's messages should have told but did not. Answers with what stops it. */
export function keepBilling(ctx: Pick<AppContext, 'db' | 'mails' | 'payments' | 'log'>): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    const isSweep = looks++ % LOOKS_PER_SWEEP === 0;
    void askAfterUnheard(ctx)
      .then(() => (isSweep ? customers.forgetOldEvents(ctx.db) : undefined))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the payments could not be looked after'));
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
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
