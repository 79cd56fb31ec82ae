import type { Body, Reply } from '@cip/contracts/protocol/endpoint';
import type { decideInterview, InterviewCards } from '@cip/contracts/scorecards/scorecards';
import type { DbContext } from '../../context.ts';
import { conflict, forbidden } from '../../errors.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { announceInterview } from '../interviews/interview-webhooks.service.ts';
import { noAccess, requireInterview } from '../interviews/interviews.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { wholeCompany } from '../interviews/scope.service.ts';
import * as decisions from './decisions.repository.ts';
import { mayDecide, mayRead, type Standing } from './scorecard-rules.ts';
import { findStandings } from './standing.repository.ts';

/**
 * Returns the decision on an interview, or null. Its reason is as private as the scorecards; the user who decided reads
 * their own.
 */
export async function readDecision(
  db: Database,
  standing: Standing,
  userId: string,
): Promise<InterviewCards['decision']> {
  if (standing.isCandidate) return null;
  const found = await decisions.findDecision(db, standing.interviewId);
  if (!found) return null;
  const { userId: deciderId, reason, ...decision } = found;
  return { ...decision, reason: mayRead(standing) || deciderId === userId ? reason : null };
}

/**
 * Decides about the candidate of an ended interview, in place of an earlier decision. Throws `not_found`, `forbidden`,
 * or `conflict` before the end.
 */
export function decide(
  { db }: DbContext,
  principal: Principal,
  interviewId: string,
  { decision, reason }: Body<typeof decideInterview>,
): Promise<Reply<typeof decideInterview>['decision']> {
  const { companyId, userId, name } = principal;
  return db.transaction().execute(async (trx) => {
    const [standing] = await findStandings(trx, principal, [interviewId]);
    if (!standing) throw noAccess();
    if (!mayDecide({ ...standing, status: 'completed' }))
      throw forbidden('Only the owner, admins and the interviewer who scheduled the session can decide.');
    if (!mayDecide(standing)) throw conflict('You can decide after the session ends.');
    const by = { decided_by: userId, decided_by_name: name };
    await decisions.setDecision(trx, { interview_id: interviewId, decision, reason, ...by });
    await recordInterview(trx, companyId, 'interview.decided', { userId }, standing.roomCode);
    const interview = await requireInterview(trx, wholeCompany(companyId), interviewId);
    await announceInterview(trx, companyId, 'interview.decided', interview, { decision });
    const made = await decisions.findDecision(trx, interviewId);
    if (!made) throw noAccess();
    return { decision, reason, decided_by: made.decided_by, decided_at: made.decided_at };
  });
}
