import * as documentEvents from '@cip/contracts/rooms/document-events';
import type { Ack, ClientEvent } from '@cip/contracts/protocol/events';
import * as roomsContract from '@cip/contracts/rooms/rooms';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AppContext } from '../../../context.ts';
import { forbidden, unauthenticated, type AppError } from '../../../errors.ts';
import * as documents from '../../documents/documents.service.ts';
import * as readers from '../../documents/document-readers.service.ts';
import { admissionEvents } from './admission-events.ts';
import { fileEvents } from './file-events.ts';
import { questionEvents } from './question-events.ts';
import { runEvents } from './run-events.ts';
import { enter, requireStillJoined } from '../entering/enter.ts';
import type { Presence } from '../presence/presence.ts';
import { authenticateSocket } from '../entering/authenticate-socket.ts';
import type { SocketIdentity, RoomCaller, RoomMember } from '../room-member.ts';
import * as rooms from '../rooms.service.ts';
import { handle, type RegisteredEvent } from './socket-events.ts';

/** Returns the handlers of all events that clients may send. */
export function roomEvents(ctx: AppContext, presence: Presence): RegisteredEvent<RoomCaller>[] {
  const custom = customEvents(ctx, presence);
  return [
    handle(roomsContract.heartbeat, () => ({ at: Date.now() })),
    handle(roomsContract.subscribe, (caller: RoomCaller, payload) => subscribe(ctx, presence, caller, payload)),
    handle(roomsContract.unsubscribe, (caller: RoomCaller, { channel }) => {
      const member = memberOf(caller, channel);
      member.send('unsubscription:succeeded', { channel });
      caller.leave(true);
      return { channel };
    }),
    customEvent(ctx, custom),
    handle(roomsContract.removeParticipant, async (caller: RoomCaller, { participantId }) => {
      await rooms.removeFromRoom(ctx, memberOf(caller), participantId);
      return {};
    }),
    handle(documentEvents.openDocument, async (caller: RoomCaller, { stateVector }) => {
      const member = memberOf(caller);
      // Before the participants are read, so that no leave after that is missed.
      member.awaitEdits(true);
      const present = new Set((await presence.list(member.interviewId)).map(({ id }) => id));
      return requireStillJoined(ctx, caller, member, readers.openDocument(ctx, member, stateVector, present));
    }),
    handle(documentEvents.updateDocument, (caller: RoomCaller, update) =>
      readers.updateDocument(ctx, memberOf(caller), update),
    ),
    handle(documentEvents.moveCursor, (caller: RoomCaller, cursor) => {
      const member = memberOf(caller);
      const update = readers.acceptCursor(ctx, member, cursor);
      if (update !== null) member.broadcastCursor(cursor.clientId, update);
      return {};
    }),
    handle(documentEvents.noteOffline, (caller: RoomCaller, gap) =>
      documents.recordOfflineGap(ctx, memberOf(caller), gap),
    ),
    handle(documentEvents.noteFormatted, (caller: RoomCaller) => documents.recordFormatted(ctx, memberOf(caller))),
    ...admissionEvents(ctx, memberOf),
    ...questionEvents(ctx, memberOf),
    ...runEvents(ctx, memberOf),
    ...fileEvents(ctx, memberOf),
    handle(documentEvents.changeLanguage, (caller: RoomCaller, { language }) =>
      documents.changeLanguage(ctx, memberOf(caller), language),
    ),
  ];
}

function customEvents(ctx: AppContext, presence: Presence): RegisteredEvent<RoomCaller>[] {
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
      return readers.editFullText(ctx, member, data.code);
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
 * `custom:event` carries the spec's events by name, each with its own sender and schema. The handler is called before
 * the first await, so that events and acknowledgements stay in order.
 */
function customEvent(ctx: AppContext, custom: RegisteredEvent<RoomCaller>[]): RegisteredEvent<RoomCaller> {
  return {
    event: { name: 'custom:event', from: 'participant', payload: envelope, reply: Type.Object({}) },
    async run(caller, payload): Promise<Ack<ClientEvent>> {
      const registered = isEnvelope.Check(payload)
        ? custom.find(({ event }) => event.name === payload.event)
        : undefined;
      if (!registered) return { ok: false, error: { message: 'Unknown event.', code: 'invalid' } };
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
  if (caller.member) return resubscribe(ctx, caller, caller.member);
  return caller.inTurn(async () => {
    const identity = caller.identity ?? (await authenticateNow(ctx, caller, payload.authToken));
    // An earlier event may have joined meanwhile and opened the document; then the socket gets no full texts again.
    return caller.member ? confirm(caller.member) : enter(ctx, presence, caller, identity);
  });
}

// Neither queries the database nor notifies others. If the socket opened the document, it gets full texts again.
async function resubscribe(ctx: AppContext, caller: RoomCaller, member: RoomMember) {
  await requireStillJoined(ctx, caller, member, readers.subscribeFullText(ctx, member));
  return confirm(member);
}

function confirm(member: RoomMember) {
  const { roomCode: channel, participant, typingMode } = member;
  member.send('subscription:succeeded', { channel });
  return { channel, participant, typingMode };
}

function authenticateNow(ctx: AppContext, caller: RoomCaller, token: string | undefined): Promise<SocketIdentity> {
  if (!token) throw unauthenticated('A token is needed to join the session.');
  return authenticateSocket(ctx, caller.room, token);
}

function memberOf(caller: RoomCaller, channel?: string): RoomMember {
  if (!caller.member) throw unauthenticated('Please join the session first.');
  if (channel !== undefined && channel !== caller.member.roomCode) throw wrongRoom();
  return caller.member;
}

function wrongRoom(): AppError {
  return forbidden('This connection belongs to another session.');
}
