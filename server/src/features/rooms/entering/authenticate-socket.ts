import { REJECTED_MESSAGE } from '@cip/contracts/interviews/admission-messages';
import { type Admission } from '@cip/contracts/interviews/admissions';
import { REMOVED_MESSAGE, type Participant } from '@cip/contracts/rooms/rooms';
import type { AppContext, DbContext, SignInContext } from '../../../context.ts';
import { AppError, forbidden, notFound } from '../../../errors.ts';
import { requireInterviewer, requireSecondFactor, type Principal } from '../../../platform/http/authenticate.ts';
import { findPrincipal } from '../../accounts/sign-in/auth.service.ts';
import { findCandidate, isInScope } from '../../interviews/interviews.service.ts';
import { scopeOf } from '../../interviews/scope.service.ts';
import type { RoomRef, SocketIdentity } from '../room-member.ts';

/** Message for a room that does not exist, and for another company's room. */
export const NO_SUCH_ROOM = 'Session not found';

/**
 * Returns the identity that a token gives its socket in this room. Role and name come from the token alone: a
 * candidate's token names one interview, an account must belong to the interview's company and see the interview.
 * Throws `unauthenticated`, `forbidden` (also for coordinators), `removed`, or `not_found` (also for another company's
 * room, so that room codes cannot be probed).
 */
export async function authenticateSocket(ctx: SignInContext, room: RoomRef, token: string): Promise<SocketIdentity> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud === 'candidate') {
    if (claims.interview !== room.interviewId) throw forbidden('This link is for another session.');
    const { name } = await requireCandidate(ctx, room, claims.sub);
    return { participant: participant(claims.sub, name, 'candidate'), authSessionId: null, endsAt: claims.exp * 1_000 };
  }
  const principal = await findPrincipal(ctx, token);
  requireSecondFactor(principal);
  if (principal.companyId !== room.companyId) throw notFound(NO_SUCH_ROOM);
  requireInterviewer(principal.role);
  await requireVisible(ctx.db, principal, room.interviewId);
  return {
    participant: participant(principal.userId, principal.name, 'interviewer'),
    authSessionId: principal.authSessionId,
    endsAt: null,
  };
}

/** Throws `not_found` when the room's interview is not visible to the account. */
async function requireVisible(db: AppContext['db'], principal: Principal, interviewId: string): Promise<void> {
  const scope = scopeOf(principal);
  if (scope.onlyFor !== undefined && !(await isInScope(db, scope, interviewId))) throw notFound(NO_SUCH_ROOM);
}

/** Returns a candidate. Throws `forbidden` for an unknown candidate and `removed` for a removed one. */
export async function requireCandidate(
  { db }: DbContext,
  { interviewId }: Pick<RoomRef, 'interviewId'>,
  candidateId: string,
): Promise<{ name: string; admission: Admission; admission_by: string | null }> {
  const candidate = await findCandidate(db, candidateId, interviewId);
  if (!candidate) throw forbidden('This link is for another session.');
  if (candidate.removed_at !== null)
    throw new AppError('removed', candidate.admission === 'rejected' ? REJECTED_MESSAGE : REMOVED_MESSAGE);
  return candidate;
}

function participant(id: string, name: string, type: Participant['type']): Participant {
  return { id, name, type, authenticated: true };
}
