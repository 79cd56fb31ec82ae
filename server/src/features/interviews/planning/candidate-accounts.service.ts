import type { AuditAction } from '@cip/contracts/accounts/audit';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { mayManage } from '@cip/contracts/accounts/roles';
import { forbidden, invalid } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import * as accounts from './candidate-accounts.repository.ts';

/** The interview whose candidate gets another e-mail. */
type Subject = Pick<Interview, 'id' | 'room_code'>;

/** An interview with the people who interview. */
type Planned = Pick<Interview, 'id' | 'status' | 'interviewers'>;

/**
 * Throws unless the caller may give the candidate this e-mail, or none: if an account of the company has it, that
 * account can no longer read anything about scorecards of the interview. `invalid` for `field` if the account
 * interviews, by the plan or because it was in the room; `forbidden` after the start, except for owner and admins
 * without an API key.
 */
export async function requireCandidateEmail(
  trx: Transaction,
  { companyId, role, key }: Principal,
  { id, status, interviewers }: Planned,
  email: string | null,
  field: 'candidate_email' | 'interviewer_ids' = 'candidate_email',
): Promise<void> {
  const colleague = email === null ? undefined : await accounts.findColleague(trx, companyId, id, email);
  if (!colleague || colleague.isOwner) return;
  if (interviewers.some((each) => each.id === colleague.id))
    throw invalid(field, 'This colleague interviews in this session, so they are not the candidate.');
  if (colleague.wasInRoom)
    throw invalid(
      'candidate_email',
      'This colleague was in the room as an interviewer, so they are not the candidate.',
    );
  if (status !== 'scheduled' && (key || !mayManage(role)))
    throw forbidden("After the start only the owner or an admin enters a colleague's e-mail.");
}

/**
 * Records whom of the company the candidate's e-mails name, before and after `change`. If an owner enters an e-mail,
 * that decides anew: accounts that were taken for the candidate before no longer are.
 */
export async function recordCandidateAccounts(
  trx: Transaction,
  principal: Principal,
  { id, room_code: roomCode }: Subject,
  isNewEmail: boolean,
  change: () => Promise<void>,
): Promise<void> {
  const record = async (action: AuditAction, subjectId: string) =>
    recordAudit(trx, {
      companyId: principal.companyId,
      action,
      by: principal,
      subjectId,
      details: { room_code: roomCode },
    });
  const decidesAnew = isNewEmail && principal.role === 'owner' && !principal.key;
  const before = decidesAnew ? await accounts.forgetCandidateAccounts(trx, id) : [];
  if (!decidesAnew) await accounts.recordCandidateAccount(trx, id);
  await change();
  const added = await accounts.recordCandidateAccount(trx, id);
  for (const account of before) if (account !== added) await record('interview.account_no_candidate', account);
  if (added !== undefined && !before.includes(added)) await record('interview.account_is_candidate', added);
}
