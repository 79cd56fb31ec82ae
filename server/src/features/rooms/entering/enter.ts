import type { EventReply } from '@cip/contracts/protocol/events';
import type { subscribe } from '@cip/contracts/rooms/rooms';
import type { AppContext } from '../../../context.ts';
import { AppError, notFound, unauthenticated, unavailable, waiting } from '../../../errors.ts';
import { findEndedSignIns } from '../../accounts/sign-in/sign-ins.service.ts';
import * as documents from '../../documents/document-readers.service.ts';
import { startWaiting } from '../../interviews/admissions/waiting.service.ts';
import { findInterviewForRoom, findUnseen } from '../../interviews/interviews.service.ts';
import { readRules } from '../../interviews/planning/rules.service.ts';
import { NO_SUCH_ROOM, requireCandidate } from './authenticate-socket.ts';
import { requireOpen } from './handshake.ts';
import { isHostHere, type Presence } from '../presence/presence.ts';
import type { RoomCaller, RoomMember, SocketIdentity } from '../room-member.ts';
import { enterRoom } from '../rooms.service.ts';

type Entered = EventReply<typeof subscribe>;

/** Sockets that are entering, because an admission and the client's own event may come together. */
const entering = new WeakMap<RoomCaller, Promise<Entered>>();

/** Lets a socket enter its room and announces it. Throws if it may not, and `waiting` if the candidate waits. */
export function enter(
  ctx: AppContext,
  presence: Presence,
  caller: RoomCaller,
  identity: SocketIdentity,
): Promise<Entered> {
  const known = entering.get(caller);
  if (known) return known;
  const entered = enterOnce(ctx, presence, caller, identity).finally(() => entering.delete(caller));
  entering.set(caller, entered);
  return entered;
}

async function enterOnce(
  ctx: AppContext,
  presence: Presence,
  caller: RoomCaller,
  identity: SocketIdentity,
): Promise<Entered> {
  const { typing_mode: typingMode } = requireOpen(await findInterviewForRoom(ctx.db, caller.room.roomCode));
  if (await mustWait(ctx, presence, caller, identity)) throw waiting();
  const member = await caller.join(identity, typingMode);
  const { hasWaited } = await requireNotRevoked(ctx, presence, caller, member);
  caller.accept(member);
  await requireStillJoined(ctx, caller, member, documents.subscribeFullText(ctx, member, !hasWaited));
  // Read again after joining, because an earlier change was not announced to this socket; later ones are announced.
  const stored = await requireStillJoined(ctx, caller, member, findInterviewForRoom(ctx.db, member.roomCode));
  if (stored && member.typingMode === typingMode) member.typingMode = stored.typing_mode;
  await enterRoom(ctx, presence, member);
  // Read after joining, because only later changes are announced to this socket.
  const rules = await readRules(ctx, member.interviewId);
  return { channel: member.roomCode, participant: member.participant, typingMode: member.typingMode, ...rules };
}

/** Returns true if a candidate waits; then the socket is registered as waiting. */
async function mustWait(
  ctx: AppContext,
  presence: Presence,
  caller: RoomCaller,
  identity: SocketIdentity,
): Promise<boolean> {
  if (identity.authSessionId !== null) return false;
  const [{ interviewId }, candidateId] = [caller.room, identity.participant.id];
  const since = await startWaiting(ctx, interviewId, candidateId);
  if (since === null) return false;
  if (caller.waiting) return true;
  const [isHere, rules] = await Promise.all([isHostHere(presence, interviewId), readRules(ctx, interviewId)]);
  await caller.wait(identity, { since, isHostHere: isHere, ...rules });
  // Read again after registering: if an admission is later, it finds this socket; if it is earlier, it is found here.
  return (await startWaiting(ctx, interviewId, candidateId)) !== null;
}

/**
 * Awaits a read for a member. Throws `unavailable` if it left meanwhile, because it was removed as a reader before this
 * read started, and would stay one forever.
 */
export async function requireStillJoined<T>(
  ctx: AppContext,
  caller: RoomCaller,
  member: RoomMember,
  reading: Promise<T>,
): Promise<T> {
  const result = await reading;
  if (caller.member === member) return result;
  documents.leaveDocument(ctx, member);
  throw unavailable('The connection was closed.');
}

// After joining: if a removal or sign-out is later, it closes the socket; if it is earlier, it is found here.
async function requireNotRevoked(
  ctx: AppContext,
  presence: Presence,
  caller: RoomCaller,
  member: RoomMember,
): Promise<{ hasWaited: boolean }> {
  const { participant, interviewId, authSessionId } = member;
  try {
    if (authSessionId === null) {
      const candidate = await requireCandidate(ctx, { interviewId }, participant.id);
      if (candidate.admission === 'waiting') throw waiting();
      return { hasWaited: candidate.admission_by !== null };
    }
    const account = { interviewId, userId: participant.id };
    const [ended, unseen] = await Promise.all([
      findEndedSignIns(ctx.db, [authSessionId]),
      findUnseen(ctx.db, [account]),
    ]);
    if (ended.length > 0) throw unauthenticated();
    // A socket that had left the room keeps its identity.
    if (unseen.length > 0) throw notFound(NO_SUCH_ROOM);
    return { hasWaited: false };
  } catch (error) {
    caller.leave(true);
    if (error instanceof AppError && error.code === 'waiting') await mustWait(ctx, presence, caller, member);
    throw error;
  }
}
