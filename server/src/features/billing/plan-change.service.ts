import type { AuditAction } from '@cip/contracts/audit';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { recordAudit, type Actor } from '../audit/audit.service.ts';
import { findVersion } from './plans.repository.ts';
import type { Standing } from './standing.ts';
import { findStanding, writeStanding } from './subscriptions.repository.ts';

/** What the company is told of by mail when it happens; the mails' kinds are called so too. */
export const TOLD_OF = ['plan.cancelled', 'plan.payment_failed'] as const satisfies AuditAction[];
const isTold = (action: AuditAction): action is (typeof TOLD_OF)[number] => TOLD_OF.some((told) => told === action);

/** Makes the company stand so from now on, notes in the audit log what that changes, and orders the mail about it. */
export async function changeStanding(
  { trx, mails }: Pick<AppContext, 'mails'> & { trx: Transaction<Tables> },
  companyId: string,
  standing: Standing,
  by: Actor,
): Promise<void> {
  const before = await findStanding(trx, companyId);
  await writeStanding(trx, companyId, standing);
  const actions = actionsOf(before, standing);
  if (actions.length === 0) return;
  const plan = (await findVersion(trx, standing.plan_version_id))?.name;
  for (const action of actions) {
    await recordAudit(trx, { companyId, action, by, ...(plan && { details: { plan } }) });
    if (isTold(action)) await mails.order(trx, { kind: action, data: { company: companyId }, companyId });
  }
}

type Seen = Pick<Standing, 'status' | 'renews' | 'unpaid_since'> & { plan_version_id: string | null };

function actionsOf(before: Seen | undefined, after: Standing): AuditAction[] {
  const isTaken =
    after.status === 'active' && (before?.status !== 'active' || before.plan_version_id !== after.plan_version_id);
  const isLeft = before?.renews === true && after.provider !== null && !after.renews;
  const isOwed = after.unpaid_since !== null && !before?.unpaid_since;
  return [
    ...(isTaken ? (['plan.changed'] as const) : []),
    ...(isLeft ? (['plan.cancelled'] as const) : []),
    ...(isOwed ? (['plan.payment_failed'] as const) : []),
  ];
}
