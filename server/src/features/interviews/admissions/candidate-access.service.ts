import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import type { SignInContext } from '../../../context.ts';
import { AppError, forbidden, notFound } from '../../../errors.ts';
import { requireAdmitted } from './admissions.service.ts';
import { findCandidate } from '../candidates.repository.ts';
import { candidateClaims } from './public-interviews.service.ts';
import { findInterviewForRoom } from '../room-state.repository.ts';

/** A candidate whom an interviewer let in, as their token names them. */
export interface AdmittedCandidate {
  interviewId: string;
  candidateId: string;
  name: string;
}

/**
 * Returns the candidate of a token for a link. Throws `forbidden` if there is no such token, `removed` if the candidate
 * was removed, `waiting` if they are not admitted, and `not_found` if the token is not for this link.
 */
export async function requireAdmittedCandidate(
  ctx: SignInContext,
  roomCode: string,
  token: string | undefined,
): Promise<AdmittedCandidate> {
  const claims = candidateClaims(ctx.tokens, token);
  if (!claims) throw forbidden('Please open the link and join the session first.');
  const { sub: candidateId, interview: interviewId } = claims;
  const [candidate, interview] = await Promise.all([
    findCandidate(ctx.db, candidateId, interviewId),
    findInterviewForRoom(ctx.db, roomCode),
  ]);
  if (!candidate || interview?.id !== interviewId) throw notFound(NO_SUCH_LINK);
  if (candidate.removed_at !== null) throw new AppError('removed', 'You were removed from this session.');
  requireAdmitted(candidate);
  return { interviewId, candidateId, name: candidate.name };
}
