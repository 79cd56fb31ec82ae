import { DEFAULT_TYPING_MODE, ENDED_MESSAGE, type Participant, type TypingMode } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import {
  endInterview,
  markCandidateRemoved,
  recordInterview,
  setTypingMode,
} from '../interviews/interviews.service.ts';
import type { Presence } from './presence.ts';
import type { RoomMember, TellRoom } from './room-member.ts';

/** Brings a socket into its room: it learns who is there, the others learn of it once a person. */
export async function enterRoom(presence: Presence, member: RoomMember, typingMode: TypingMode): Promise<void> {
  const isNew = await presence.enter(member);
  const list = await participantList(presence, member.interviewId);
  member.send('subscription:succeeded', { channel: member.roomCode });
  if (typingMode !== DEFAULT_TYPING_MODE) member.send('typingModeChanged', { mode: typingMode });
  // Another device of a participant changes nothing for the others.
  if (!isNew) return member.send('participantList', list);
  member.tellOthers('userJoined', { ...identity(member.participant), participantCount: list.count });
  member.tellOthers('user:online', identity(member.participant));
  member.tellAll('participantList', list);
}

/**
 * Tells a room that somebody is gone for good. What they had sent to others but not to the log, only the others can
 * send now, so everybody opens the document again.
 */
export async function tellLeft(
  presence: Presence,
  tell: TellRoom,
  interviewId: string,
  participant: Participant,
): Promise<void> {
  const list = await participantList(presence, interviewId);
  tell('userLeft', { ...identity(participant), participantCount: list.count });
  tell('user:offline', identity(participant));
  tell('participantList', list);
  tell('document:resync');
}

/** The participants of a room as the wire has them. */
export async function participantList(
  presence: Presence,
  interviewId: string,
): Promise<{ participants: Participant[]; count: number }> {
  const participants = await presence.list(interviewId);
  return { participants, count: participants.length };
}

/** Changes when typed lines are sent, for all and for those who come later. */
export async function changeTypingMode(
  ctx: Pick<AppContext, 'db'>,
  member: RoomMember,
  mode: TypingMode,
): Promise<{ mode: TypingMode }> {
  await setTypingMode(ctx.db, member.interviewId, mode);
  member.tellTypingMode(mode);
  return { mode };
}

/**
 * Puts a candidate out of the room, on every node, for as long as the interview lasts. Throws `not_found` for
 * anybody who is no candidate of this interview.
 */
export async function removeFromRoom(
  ctx: Pick<AppContext, 'db' | 'rooms'>,
  { interviewId, companyId, roomCode, participant }: RoomMember,
  participantId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await markCandidateRemoved(trx, participantId, interviewId)))
      throw notFound('There is no such candidate in this session.');
    const by = { userId: participant.id };
    await recordInterview(trx, companyId, 'interview.participant_removed', by, roomCode);
  });
  await ctx.rooms.remove(participantId);
}

/** Ends the interview from inside the room: the same act as the REST call. */
export async function endFromRoom(
  ctx: AppContext,
  member: RoomMember,
  said: { message?: string | undefined; endedBy?: string | undefined },
): Promise<void> {
  const by = { userId: member.participant.id };
  await endInterview(ctx, member.companyId, member.roomCode, by, {
    message: said.message?.trim() || ENDED_MESSAGE,
    endedBy: said.endedBy?.trim() || member.participant.name,
  });
}

function identity({ name, type }: Participant) {
  return { userName: name, userType: type };
}
