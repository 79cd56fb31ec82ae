import type { AuditAction } from '@cip/contracts/accounts/audit';
import type { AppContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { recordAudit, type Actor } from '../../audit/audit.service.ts';
import { findVersion } from '../plans/plans.repository.ts';
import type { SubscriptionState } from './subscription-state.ts';
import { findSubscriptionState, writeSubscriptionState } from './subscriptions.repository.ts';

/** The changes that send an e-mail; the e-mails' kinds have the same names. */
export const MAILED_ACTIONS = ['plan.cancelled', 'plan.payment_failed'] as const satisfies AuditAction[];
const isMailed = (action: AuditAction): action is (typeof MAILED_ACTIONS)[number] =>
  MAILED_ACTIONS.some((mailed) => mailed === action);

/** Writes the company's subscription state, records the changes in the audit log, and orders the e-mail about it. */
export async function changeSubscriptionState(
  { trx, mails }: Pick<AppContext, 'mails'> & { trx: Transaction },
  companyId: string,
  state: SubscriptionState,
  by: Actor,
): Promise<void> {
  const before = await findSubscriptionState(trx, companyId);
  await writeSubscriptionState(trx, companyId, state);
  const actions = actionsOf(before, state);
  if (actions.length === 0) return;
  const plan = (await findVersion(trx, state.plan_version_id))?.name;
  for (const action of actions) {
    await recordAudit(trx, { companyId, action, by, ...(plan && { details: { plan } }) });
    if (isMailed(action)) await mails.order(trx, { kind: action, data: { company: companyId }, companyId });
  }
}

type PreviousState = Pick<SubscriptionState, 'status' | 'renews' | 'unpaid_since'> & { plan_version_id: string | null };

function actionsOf(before: PreviousState | undefined, after: SubscriptionState): AuditAction[] {
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
