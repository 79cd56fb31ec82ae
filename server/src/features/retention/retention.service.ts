import type { Retention } from '@cip/contracts/retention';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { expireAudit, recordAudit } from '../audit/audit.service.ts';
import { expireSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import * as retention from './retention.repository.ts';

/** Interviews that go in one transaction: a short one, whatever their logs hold. */
const BATCH = 25;
/** Batches of one run; what is left waits for the next. */
const BATCHES_MAX = 200;

/** How long finished interviews are kept, and how many `days` of that would remove. */
export async function readRetention(
  { db }: Pick<AppContext, 'db'>,
  companyId: string,
  days?: number,
): Promise<Retention> {
  const inForce = await retention.getDays(db, companyId);
  const asked = days ?? inForce;
  return { days: inForce, affected: asked === null ? 0 : await retention.countOlderThan(db, companyId, asked) };
}

/** Changes how long finished interviews are kept; null keeps them. */
export async function changeRetention(
  ctx: Pick<AppContext, 'db'>,
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

/**
 * Removes what is older than its company keeps it, old entries of the audit log, and sign-ins that have expired. Safe
 * on several nodes at once.
 */
export async function removeExpired(ctx: Pick<AppContext, 'db' | 'documents'>): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await removeBatch(ctx)) < BATCH) break;
  await expireAudit(ctx);
  await expireSignIns(ctx);
}

async function removeBatch(ctx: Pick<AppContext, 'db' | 'documents'>): Promise<number> {
  const removed = await ctx.db.transaction().execute(async (trx) => {
    const rows = await retention.removeExpired(trx, BATCH);
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
