import type { Handshake, Participant } from '@cip/contracts/rooms';
import { NAME_MAX } from '@cip/contracts/common';
import type { AppContext } from '../../context.ts';
import { forbidden, unauthenticated } from '../../errors.ts';
import { findPrincipal } from '../auth/auth.service.ts';
import { findCandidate } from '../interviews/interviews.service.ts';
import type { Proof, RoomRef } from './room-member.ts';

/**
 * Who a token proves its socket to be in this room. The role comes from the token alone: a candidate's names its
 * one interview, an account's must be of the interview's company. Throws `unauthenticated` or `forbidden`.
 */
export async function prove(
  ctx: Pick<AppContext, 'db' | 'tokens'>,
  room: RoomRef,
  token: string,
  userName: Handshake['userName'],
): Promise<Proof> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud === 'candidate') {
    const candidate =
      claims.interview === room.interviewId && (await findCandidate(ctx.db, claims.sub, room.interviewId));
    if (!candidate) throw forbidden('This link is for another session.');
    return { participant: participant(claims.sub, candidate.name, 'candidate'), authSessionId: null };
  }
  const principal = await findPrincipal(ctx, token);
  if (principal.companyId !== room.companyId) throw unauthenticated('Session not found or access denied');
  const name = displayName(userName) ?? principal.name;
  return { participant: participant(principal.userId, name, 'interviewer'), authSessionId: principal.authSessionId };
}

function participant(id: string, name: string, type: Participant['type']): Participant {
  return { id, name, type, authenticated: true };
}

function displayName(userName: string | undefined): string | null {
  const name = userName?.normalize('NFC').trim().slice(0, NAME_MAX);
  return name ? name : null;
}
