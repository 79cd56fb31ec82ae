import * as documentEvents from '@cip/contracts/document-events';
import type { Ack, ClientEvent } from '@cip/contracts/events';
import * as roomsContract from '@cip/contracts/rooms';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AppContext } from '../../context.ts';
import { forbidden, unauthenticated, unavailable, type AppError } from '../../errors.ts';
import { findEndedSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import * as documents from '../documents/documents.service.ts';
import { findInterviewForRoom } from '../interviews/interviews.service.ts';
import { requireOpen } from './admission.ts';
import type { Presence } from './presence.ts';
import { prove, requireCandidate } from './prove.ts';
import type { Proof, RoomMember, RoomRef } from './room-member.ts';
import * as rooms from './rooms.service.ts';
import { handle, type Registered } from './socket-events.ts';

/** A connected socket as the events see it, in the room or not yet. */
export interface RoomCaller {
  room: RoomRef;
  handshake: roomsContract.Handshake;
  readonly proof: Proof | null;
  readonly member: RoomMember | null;
  join(proof: Proof, typingMode: roomsContract.TypingMode): Promise<RoomMember>;
  leave(graceful: boolean): void;
}

/** Every event a client may send, with who may and what happens. */
export function roomEvents(ctx: AppContext, presence: Presence): Registered<RoomCaller>[] {
  const custom = customEvents(ctx, presence);
  return [
    handle(roomsContract.heartbeat, () => ({ at: Date.now() })),
    handle(roomsContract.subscribe, (caller: RoomCaller, payload) => subscribe(ctx, presence, caller, payload)),
    handle(roomsContract.unsubscribe, (caller: RoomCaller, { channel }) => {
      const member = memberOf(caller, channel);
      caller.leave(true);
      member.send('unsubscription:succeeded', { channel });
      return { channel };
    }),
    customEvent(ctx, custom),
    handle(roomsContract.removeParticipant, async (caller: RoomCaller, { participantId }) => {
      await rooms.removeFromRoom(ctx, memberOf(caller), participantId);
      return {};
    }),
    handle(documentEvents.openDocument, async (caller: RoomCaller, { stateVector }) => {
      const member = memberOf(caller);
      const present = new Set((await presence.list(member.interviewId)).map(({ id }) => id));
      return whileHere(ctx, caller, member, documents.openDocument(ctx, member, stateVector, present));
    }),
    handle(documentEvents.updateDocument, (caller: RoomCaller, update) =>
      documents.updateDocument(ctx, memberOf(caller), update),
    ),
    handle(documentEvents.moveCursor, (caller: RoomCaller, cursor) => {
      const member = memberOf(caller);
      const identified = documents.acceptCursor(ctx, member, cursor);
      if (identified !== null) member.tellCursors(cursor.clientId, identified);
      return {};
    }),
    handle(documentEvents.noteOffline, (caller: RoomCaller, gap) =>
      documents.recordOfflineGap(ctx, memberOf(caller), gap),
    ),
    handle(documentEvents.changeLanguage, (caller: RoomCaller, { language }) =>
      documents.changeLanguage(ctx, memberOf(caller), language),
    ),
  ];
}

function customEvents(ctx: AppContext, presence: Presence): Registered<RoomCaller>[] {
  return [
    handle(roomsContract.getParticipants, async (caller: RoomCaller, { channel }) => {
      const member = memberOf(caller, channel);
      const list = await rooms.participantList(presence, member.interviewId);
      member.send('participantList', list);
      return list;
    }),
    handle(roomsContract.typingModeChanged, (caller: RoomCaller, { channel, data }) =>
      rooms.changeTypingMode(ctx, memberOf(caller, channel), data.mode),
    ),
    handle(roomsContract.codeChange, (caller: RoomCaller, { channel, data }) => {
      const member = memberOf(caller, channel);
      if (data.room !== member.roomCode) throw wrongRoom();
      return documents.editFullText(ctx, member, data.code);
    }),
    handle(roomsContract.sessionEnded, async (caller: RoomCaller, { channel, data }) => {
      await rooms.endFromRoom(ctx, memberOf(caller, channel), data);
      return {};
    }),
  ];
}

const envelope = Type.Object({ event: Type.String({ maxLength: 64 }) });
const isEnvelope = Compile(envelope);

/**
 * `custom:event` carries the spec's events by name; each has its own rules, as if it came by itself. The event's
 * handler is called before anything is awaited, so that events and acknowledgements keep their order.
 */
function customEvent(ctx: AppContext, custom: Registered<RoomCaller>[]): Registered<RoomCaller> {
  return {
    event: { name: 'custom:event', from: 'participant', payload: envelope, reply: Type.Object({}) },
    async run(caller, payload): Promise<Ack<ClientEvent>> {
      const registered = isEnvelope.Check(payload)
        ? custom.find(({ event }) => event.name === payload.event)
        : undefined;
      if (!registered) return { ok: false, error: { message: 'There is no such event.', code: 'invalid' } };
      if (registered.event.from === 'interviewer' && caller.member?.participant.type !== 'interviewer')
        return { ok: false, error: { message: 'Only the interviewer can do this.', code: 'forbidden' } };
      return registered.run(caller, payload, ctx.log);
    },
  };
}

async function subscribe(
  ctx: AppContext,
  presence: Presence,
  caller: RoomCaller,
  payload: { channel: string; authToken?: string | undefined },
) {
  if (payload.channel !== caller.room.roomCode) throw wrongRoom();
  if (caller.member) return subscribedAlready(ctx, caller, caller.member);
  const proof = caller.proof ?? (await proveNow(ctx, caller, payload.authToken));
  const { typing_mode: typingMode } = requireOpen(await findInterviewForRoom(ctx.db, caller.room.roomCode));
  const member = await caller.join(proof, typingMode);
  await requireStillWelcome(ctx, caller, member);
  await whileHere(ctx, caller, member, documents.subscribeFullText(ctx, member));
  await rooms.enterRoom(presence, member, typingMode);
  return { channel: member.roomCode, participant: member.participant, typingMode };
}

// Asks no database, the document being open, and tells nobody. A socket that opened the document gets full texts again.
async function subscribedAlready(ctx: AppContext, caller: RoomCaller, member: RoomMember) {
  const { roomCode: channel, participant, typingMode } = member;
  await whileHere(ctx, caller, member, documents.subscribeFullText(ctx, member));
  member.send('subscription:succeeded', { channel });
  return { channel, participant, typingMode };
}

// A socket that left meanwhile was forgotten before it began to read, and would be read to for ever.
async function whileHere<T>(ctx: AppContext, caller: RoomCaller, member: RoomMember, reading: Promise<T>): Promise<T> {
  const result = await reading;
  if (caller.member === member) return result;
  documents.leaveDocument(ctx, member);
  throw unavailable('The connection was closed.');
}

// After joining: whoever is removed or signed out from now on is put out by their place among the sockets.
async function requireStillWelcome(ctx: AppContext, caller: RoomCaller, member: RoomMember) {
  const { participant, interviewId, authSessionId } = member;
  try {
    if (authSessionId === null) await requireCandidate(ctx, { interviewId }, participant.id);
    else if ((await findEndedSignIns(ctx.db, [authSessionId])).length > 0) throw unauthenticated();
  } catch (error) {
    caller.leave(true);
    throw error;
  }
}

function proveNow(ctx: AppContext, caller: RoomCaller, token: string | undefined): Promise<Proof> {
  if (!token) throw unauthenticated('A token is needed to join the session.');
  return prove(ctx, caller.room, token, caller.handshake.userName);
}

function memberOf(caller: RoomCaller, channel?: string): RoomMember {
  if (!caller.member) throw unauthenticated('Please join the session first.');
  if (channel !== undefined && channel !== caller.member.roomCode) throw wrongRoom();
  return caller.member;
}

function wrongRoom(): AppError {
  return forbidden('This connection belongs to another session.');
}
