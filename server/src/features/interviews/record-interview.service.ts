import type { AuditAction, AuditDetails } from '@cip/contracts/accounts/audit';
import type { Transaction } from '../../platform/database/database.ts';
import { recordAudit, type Actor } from '../audit/audit.service.ts';

/** Records an action on an interview in the audit log. */
export function recordInterview(
  trx: Transaction,
  companyId: string,
  action: AuditAction,
  by: Actor,
  roomCode: string,
  details: Pick<AuditDetails, 'fields' | 'days'> = {},
): Promise<void> {
  return recordAudit(trx, { companyId, action, by, details: { room_code: roomCode, ...details } });
}
