import type { Retention } from '@cip/contracts/retention/retention';
import type { DbContext, DocumentContext } from '../../context.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { removeInterviews } from '../interviews/interviews.service.ts';
import * as retention from './retention.repository.ts';

/** Interviews deleted in one transaction. */
const BATCH = 25;
/** Batches of one run; the rest waits for the next. */
const BATCHES_MAX = 200;

/** Returns how long finished interviews are stored, and how many a retention of `days` would delete. */
export async function readRetention({ db }: DbContext, companyId: string, days?: number): Promise<Retention> {
  const current = await retention.getDays(db, companyId);
  const asked = days ?? current;
  return { days: current, affected: asked === null ? 0 : await retention.countOlderThan(db, companyId, asked) };
}

/** Sets how long finished interviews are stored, in days; null means until they are deleted. */
export async function changeRetention(
  ctx: DbContext,
  { companyId, userId }: Principal,
  days: number | null,
): Promise<Retention> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await retention.setDays(trx, companyId, days))) return;
    const action = 'settings.retention_changed';
    await recordAudit(trx, { companyId, action, by: { userId }, details: { days } });
  });
  return readRetention(ctx, companyId);
}

/** Deletes interviews beyond their company's retention; safe on several nodes in parallel. */
export async function removeExpired(ctx: DocumentContext): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await removeBatch(ctx)) < BATCH) break;
}

async function removeBatch(ctx: DocumentContext): Promise<number> {
  const removed = await ctx.db.transaction().execute(async (trx) => {
    const rows = await retention.lockExpired(trx, BATCH);
    await removeInterviews(
      trx,
      rows.map(({ id }) => id),
    );
    for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.company_id))
      await recordAudit(trx, {
        companyId,
        action: 'data.removed_by_age',
        by: 'product',
        details: { count: ofCompany.length },
      });
    return rows;
  });
  for (const { id } of removed) ctx.documents.drop(id);
  return removed.length;
}
