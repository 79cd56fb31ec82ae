import { DEFAULT_TYPING_MODE, ENDED_MESSAGE, type Participant, type TypingMode } from '@cip/contracts/rooms/rooms';
import type { AppContext, DbContext, LimitContext, RoomContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { requireActive } from '../interviews/admissions/admissions.service.ts';
import { endInterview, markCandidateRemoved, setTypingMode } from '../interviews/interviews.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { wholeCompany } from '../interviews/scope.service.ts';
import { numberParticipants, recordEvent } from '../timeline/timeline.service.ts';
import { announceList, type ParticipantList } from './presence/announce-list.ts';
import { isPresent, type Presence } from './presence/presence.ts';
import { recordChange } from './presence/record-change.ts';
import type { RoomMember, EmitEvent } from './room-member.ts';

/** Announces a socket in its room. The others are notified once per participant. */
export async function enterRoom(ctx: LimitContext, presence: Presence, member: RoomMember): Promise<void> {
  const isNew = await presence.enter(member);
  const { interviewId, participant } = member;
  // Also of a further device, because the node of the first may have died before it recorded the arrival.
  await recordChange(ctx, presence, { interviewId, participant, isThere: true });
  // Read after the arrival is recorded; pages remember the numbers, which other lists leave out.
  const read = () => numberedList(ctx, presence, interviewId);
  const list = await read();
  member.send('subscription:succeeded', { channel: member.roomCode });
  const { typingMode: mode } = member;
  if (mode !== DEFAULT_TYPING_MODE) member.send('typingModeChanged', { mode });
  // A further device of a participant changes nothing for the others.
  if (!isNew) return member.send('participantList', list);
  member.emitToOthers('userJoined', { ...userFields(participant), participantCount: list.count });
  member.emitToOthers('user:online', userFields(participant));
  const isSent = announceList(presence, { interviewId, emit: member.emitToAll, read }, list);
  if (!isSent) member.send('participantList', list);
}

/** Announces that a participant left. */
export async function announceLeave(
  ctx: LimitContext,
  presence: Presence,
  emit: EmitEvent,
  interviewId: string,
  participant: Participant,
): Promise<void> {
  const list = await participantList(presence, interviewId);
  emit('userLeft', { ...userFields(participant), participantCount: list.count });
  emit('user:offline', userFields(participant));
  const room = { interviewId, emit, read: () => numberedList(ctx, presence, interviewId) };
  announceList(presence, room, list);
  await recordChange(ctx, presence, { interviewId, participant, isThere: false });
  // If they came back meanwhile, their arrival may have been recorded and shown before the departure.
  if (!(await isPresent(presence, interviewId, participant))) return;
  await recordChange(ctx, presence, { interviewId, participant, isThere: true });
  announceList(presence, room, await room.read());
}

/** Returns the participants of a room in the wire's shape. */
export async function participantList(presence: Presence, interviewId: string): Promise<ParticipantList> {
  const participants = await presence.list(interviewId);
  return { participants, count: participants.length };
}

async function numberedList(ctx: LimitContext, presence: Presence, interviewId: string): Promise<ParticipantList> {
  const { participants, count } = await participantList(presence, interviewId);
  return { participants: await numberParticipants(ctx, interviewId, participants), count };
}

/** Stores the typing mode and announces it to the room. Throws `ended`. */
export async function changeTypingMode(
  ctx: DbContext,
  member: RoomMember,
  mode: TypingMode,
): Promise<{ mode: TypingMode }> {
  const { interviewId, participant } = member;
  await ctx.db.transaction().execute(async (trx) => {
    await requireActive(trx, interviewId);
    if (!(await setTypingMode(trx, interviewId, mode))) return;
    await recordEvent(trx, { interviewId, participantId: participant.id }, { kind: 'typing_mode', data: { mode } });
  });
  member.broadcastTypingMode(mode);
  return { mode };
}

/**
 * Removes a candidate from the room on every node, for the rest of the interview; nothing more of it is sent to them
 * from the call on. Throws `not_found`.
 */
export function removeFromRoom(
  ctx: RoomContext,
  { interviewId, companyId, roomCode, participant }: RoomMember,
  participantId: string,
): Promise<void> {
  return ctx.rooms.withhold({ interviewId, participantId }, async () => {
    await ctx.db.transaction().execute(async (trx) => {
      if (!(await markCandidateRemoved(trx, participantId, interviewId)))
        throw notFound('There is no such candidate in this session.');
      const by = { userId: participant.id };
      await recordInterview(trx, companyId, 'interview.participant_removed', by, roomCode);
      await recordEvent(
        trx,
        { interviewId, participantId: participant.id, opId: `removed-${participantId}` },
        { kind: 'removed', data: { participantId } },
      );
    });
    await ctx.rooms.remove(participantId);
  });
}

/** Ends the interview from inside the room, as the REST call does. */
export async function endFromRoom(
  ctx: AppContext,
  member: RoomMember,
  { message, endedBy }: { message?: string | undefined; endedBy?: string | undefined },
): Promise<void> {
  const by = { userId: member.participant.id };
  await endInterview(ctx, wholeCompany(member.companyId), member.roomCode, by, {
    message: message?.trim() || ENDED_MESSAGE,
    endedBy: endedBy?.trim() || member.participant.name,
  });
}

function userFields({ name, type }: Participant) {
  return { userName: name, userType: type };
}
