import type { AuditGroup } from '@cip/contracts/audit';
import { PAGE_SIZE } from '@cip/contracts/common';
import type { AppContext } from '../../context.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import * as audit from './audit.repository.ts';

export type { Actor } from './audit.repository.ts';

/** An entry is kept this long, in days. */
const KEPT_DAYS = 365;
/** Entries that go in one statement. */
const BATCH = 1_000;
/** Statements of one run; what is left waits for the next. */
const BATCHES_MAX = 100;

/** Notes what is being done, in the transaction that does it. */
export const recordAudit = audit.insertEntry;

/**
 * Notes a failed sign-in to an account that exists; those of an hour share an entry, so that guessing cannot fill
 * the log. To be called once the reply is on its way: the reply must not take longer for accounts that exist.
 */
export function recordFailedSignIn(
  ctx: Pick<AppContext, 'db' | 'log'>,
  { companyId, userId }: { companyId: string; userId: string },
): void {
  const action = 'account.sign_in_failed';
  setImmediate(() => {
    ctx.db
      .transaction()
      .execute(async (trx) => {
        if (await audit.countOnRecent(trx, { companyId, action, userId })) return;
        await recordAudit(trx, { companyId, action, by: { userId }, details: { count: 1 } });
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'a failed sign-in could not be noted'));
  });
}

/** A page of what was done in the company, newest first. */
export async function listAudit(
  { db }: Pick<AppContext, 'db'>,
  companyId: string,
  { page, group }: { page?: number | undefined; group?: AuditGroup | undefined },
) {
  const [rows, total] = await Promise.all([
    audit.listEntries(db, companyId, { group, ...pageBounds(page, PAGE_SIZE) }),
    audit.countEntries(db, companyId, group),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/** Removes entries older than a year; safe on several nodes at once. */
export async function expireAudit({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++)
    if ((await audit.deleteOlderThan(db, KEPT_DAYS, BATCH)) < BATCH) return;
}
