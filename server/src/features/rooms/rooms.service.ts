import { ENDED_MESSAGE, type Participant, type TypingMode } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import { endInterview, setTypingMode } from '../interviews/interviews.service.ts';
import type { Presence } from './presence.ts';
import type { RoomMember } from './room-member.ts';

/** Brings a socket into its room: it learns who is there, the others learn of it once a person. */
export function enterRoom(presence: Presence, member: RoomMember, typingMode: TypingMode): void {
  const isNew = presence.enter(member.interviewId, member.socketId, member.participant);
  member.send('subscription:succeeded', { channel: member.roomCode });
  member.send('typingModeChanged', { mode: typingMode });
  if (isNew) {
    member.tellOthers('userJoined', arrival(presence, member));
    member.tellOthers('user:online', identity(member.participant));
  }
  member.tellAll('participantList', participantList(presence, member.interviewId));
}

/** Takes a socket out of its room; the others learn of it when the person is gone for good. */
export function leaveRoom(presence: Presence, member: RoomMember, graceful: boolean): void {
  presence.leave(member.interviewId, member.socketId, member.participant.id, graceful, () => {
    member.tellOthers('userLeft', arrival(presence, member));
    member.tellOthers('user:offline', identity(member.participant));
    member.tellOthers('participantList', participantList(presence, member.interviewId));
  });
}

/** The participants of a room as the wire has them. */
export function participantList(
  presence: Presence,
  interviewId: string,
): { participants: Participant[]; count: number } {
  const participants = presence.list(interviewId);
  return { participants, count: participants.length };
}

/** Changes when typed lines are sent, for all and for those who come later. */
export async function changeTypingMode(
  ctx: Pick<AppContext, 'db'>,
  member: RoomMember,
  mode: TypingMode,
): Promise<{ mode: TypingMode }> {
  await setTypingMode(ctx.db, member.interviewId, mode);
  member.tellAll('typingModeChanged', { mode });
  return { mode };
}

/** Ends the interview from inside the room: the same act as the REST call. */
export async function endFromRoom(
  ctx: AppContext,
  member: RoomMember,
  said: { message?: string | undefined; endedBy?: string | undefined },
): Promise<void> {
  await endInterview(ctx, member.companyId, member.roomCode, {
    message: said.message?.trim() || ENDED_MESSAGE,
    endedBy: said.endedBy?.trim() || member.participant.name,
  });
}

function identity({ name, type }: Participant) {
  return { userName: name, userType: type };
}

function arrival(presence: Presence, { interviewId, participant }: RoomMember) {
  return { ...identity(participant), participantCount: presence.list(interviewId).length };
}
