import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import { Handshake } from '@cip/contracts/rooms/rooms';
import { Compile } from 'typebox/compile';
import type { AppContext, SignInContext } from '../../../context.ts';
import { AppError, conflict, notFound, unauthenticated } from '../../../errors.ts';
import { findInterviewForRoom } from '../../interviews/interviews.service.ts';
import { authenticateSocket, NO_SUCH_ROOM } from './authenticate-socket.ts';
import type { RoomRef, SocketIdentity } from '../room-member.ts';

/** A handshake that allows its socket to connect. */
export interface AuthorizedHandshake {
  room: RoomRef;
  /** Null until the socket sends a token; until then it may only subscribe. */
  identity: SocketIdentity | null;
}

const handshakeCheck = Compile(Handshake);

/**
 * Returns true if the origin may connect: the server's own, the public one, an allowed one, or none (not a browser).
 */
export function isAllowedOrigin(
  config: AppContext['config'],
  headers: { origin?: string | undefined; host?: string | undefined },
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Checks a socket's handshake. Throws the error that its `connect_error` carries. */
export async function authorizeHandshake(ctx: SignInContext, handshake: unknown): Promise<AuthorizedHandshake> {
  if (!handshakeCheck.Check(handshake)) throw new AppError('invalid', 'The connection request is not valid.');
  if (ctx.config.socketAppKey !== null && handshake.appKey !== ctx.config.socketAppKey)
    throw unauthenticated('The app key is not valid.');
  const interview = await findInterviewForRoom(ctx.db, handshake.roomCode);
  if (!interview) throw notFound(NO_SUCH_ROOM);
  requireOpen(interview);
  const room = { interviewId: interview.id, companyId: interview.company_id, roomCode: interview.room_code };
  const { authToken } = handshake;
  const identity = authToken ? await authenticateSocket(ctx, room, authToken) : null;
  return { room, identity };
}

/** Returns the interview if its room is open. Throws `conflict` before the start and `ended` after the end. */
export function requireOpen<I extends { status: InterviewStatus }>(interview: I | undefined): I {
  if (interview?.status === 'scheduled') throw conflict('This session has not started yet.');
  if (interview?.status !== 'active') throw new AppError('ended', 'This session is not open.');
  return interview;
}
