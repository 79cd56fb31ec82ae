import { REMOVED_MESSAGE, type Handshake, type Participant } from '@cip/contracts/rooms';
import { Name, NAME_MAX } from '@cip/contracts/common';
import { Check } from 'typebox/value';
import type { AppContext } from '../../context.ts';
import { AppError, forbidden, notFound } from '../../errors.ts';
import { tidyName } from '../../platform/http/names.ts';
import { requireSecondFactor } from '../../platform/http/authenticate.ts';
import { findPrincipal } from '../accounts/sign-in/auth.service.ts';
import { findCandidate } from '../interviews/interviews.service.ts';
import type { Proof, RoomRef } from './room-member.ts';

/** Said of a room that never was, and of another company's. */
export const NO_SUCH_ROOM = 'Session not found';

/**
 * Who a token proves its socket to be in this room. The role comes from the token alone: a candidate's names its
 * one interview, an account's must be of the interview's company. Throws `unauthenticated`, `forbidden`, `removed`, or
 * `not_found`: what is another company's is as if it had never been.
 */
export async function prove(
  ctx: Pick<AppContext, 'db' | 'tokens'>,
  room: RoomRef,
  token: string,
  userName: Handshake['userName'],
): Promise<Proof> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud === 'candidate') {
    if (claims.interview !== room.interviewId) throw forbidden('This link is for another session.');
    const name = await requireCandidate(ctx, room, claims.sub);
    return { participant: participant(claims.sub, name, 'candidate'), authSessionId: null, endsAt: claims.exp * 1_000 };
  }
  const principal = await findPrincipal(ctx, token);
  requireSecondFactor(principal);
  if (principal.companyId !== room.companyId) throw notFound(NO_SUCH_ROOM);
  const name = displayName(userName) ?? principal.name;
  return {
    participant: participant(principal.userId, name, 'interviewer'),
    authSessionId: principal.authSessionId,
    endsAt: null,
  };
}

/** The name of a candidate who may be in the room. Throws `forbidden` for a stranger, `removed` for one put out. */
export async function requireCandidate(
  { db }: Pick<AppContext, 'db'>,
  { interviewId }: Pick<RoomRef, 'interviewId'>,
  candidateId: string,
): Promise<string> {
  const candidate = await findCandidate(db, candidateId, interviewId);
  if (!candidate) throw forbidden('This link is for another session.');
  if (candidate.removed_at !== null) throw new AppError('removed', REMOVED_MESSAGE);
  return candidate.name;
}

function participant(id: string, name: string, type: Participant['type']): Participant {
  return { id, name, type, authenticated: true };
}

// The name an account gives itself in this room, as far as it is one.
function displayName(userName = ''): string | null {
  // By characters: half of one is no text, and would reach everybody.
  const name = [...tidyName(userName)].slice(0, NAME_MAX).join('').trimEnd();
  return Check(Name, name) ? name : null;
}
