import type { AuditGroup } from '@cip/contracts/accounts/audit';
import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import type { DbContext, LimitContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import * as audit from './audit.repository.ts';

export type { Actor } from './audit.repository.ts';

/** How long an entry is stored, in days. */
const RETENTION_DAYS = 365;
/** Entries deleted by one statement. */
const BATCH = 1_000;
/** Statements of one run; the rest waits for the next. */
const BATCHES_MAX = 100;

/** Records an action, in the transaction of the action. */
export function recordAudit(trx: Transaction, entry: audit.NewAuditEntry): Promise<void> {
  return audit.insertEntry(trx, entry);
}

/**
 * Records a failed sign-in to an existing account; failures within an hour share an entry, so that guessing cannot fill
 * the log. It runs later, because replies must not take longer if an account exists.
 */
export function recordFailedSignIn(
  ctx: LimitContext,
  { companyId, userId }: { companyId: string; userId: string },
): void {
  const action = 'account.sign_in_failed';
  setImmediate(() => {
    ctx.db
      .transaction()
      .execute(async (trx) => {
        if (await audit.incrementRecent(trx, { companyId, action, userId })) return;
        await recordAudit(trx, { companyId, action, by: { userId }, details: { count: 1 } });
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'a failed sign-in could not be recorded'));
  });
}

/** Returns a page of the company's entries, newest first. */
export async function listAudit(
  { db }: DbContext,
  companyId: string,
  { page, group }: { page?: number | undefined; group?: AuditGroup | undefined },
) {
  const [rows, total] = await Promise.all([
    audit.listEntries(db, companyId, { group, ...pageBounds(page, PAGE_SIZE) }),
    audit.countEntries(db, companyId, group),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/** Deletes entries older than a year; safe on several nodes in parallel. */
export async function deleteOldEntries({ db }: DbContext): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++)
    if ((await audit.deleteOlderThan(db, RETENTION_DAYS, BATCH)) < BATCH) return;
}
