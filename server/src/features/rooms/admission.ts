import type { InterviewStatus } from '@cip/contracts/interviews';
import { Handshake } from '@cip/contracts/rooms';
import { Compile } from 'typebox/compile';
import type { AppContext } from '../../context.ts';
import { AppError, conflict, notFound, unauthenticated } from '../../errors.ts';
import { findInterviewForRoom } from '../interviews/interviews.service.ts';
import { NO_SUCH_ROOM, prove } from './prove.ts';
import type { Proof, RoomRef } from './room-member.ts';

/** What is known of a socket that may connect. */
export interface Admitted {
  room: RoomRef;
  handshake: Handshake;
  /** Null while it has given no token; then it may only subscribe. */
  proof: Proof | null;
}

const handshakeCheck = Compile(Handshake);

/** Whether a connection may come from where it says: this origin, the public one, an allowed one, or no browser. */
export function isAllowedOrigin(
  config: AppContext['config'],
  headers: { origin?: string | undefined; host?: string | undefined },
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Decides by its handshake whether a socket may connect. Throws what its `connect_error` will say. */
export async function admit(ctx: Pick<AppContext, 'config' | 'db' | 'tokens'>, handshake: unknown): Promise<Admitted> {
  if (!handshakeCheck.Check(handshake)) throw new AppError('invalid', 'The connection request is not valid.');
  if (ctx.config.socketAppKey !== null && handshake.appKey !== ctx.config.socketAppKey)
    throw unauthenticated('The app key is not valid.');
  const interview = await findInterviewForRoom(ctx.db, handshake.roomCode);
  if (!interview) throw notFound(NO_SUCH_ROOM);
  requireOpen(interview);
  const room = { interviewId: interview.id, companyId: interview.company_id, roomCode: interview.room_code };
  const proof = handshake.authToken ? await prove(ctx, room, handshake.authToken, handshake.userName) : null;
  return { room, handshake, proof };
}

/** An interview whose room is open. Throws `conflict` before its start and `ended` once it is over or called off. */
export function requireOpen<I extends { status: InterviewStatus }>(interview: I | undefined): I {
  if (interview?.status === 'scheduled') throw conflict('This session has not started yet.');
  if (interview?.status !== 'active') throw new AppError('ended', 'This session is not open.');
  return interview;
}
