import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { unavailable } from '../../../errors.ts';
import { removedAwareness, leaveDocument } from '../../documents/documents.service.ts';
import { liftPollingLimit } from '../limits/polling-limits.ts';
import type { ParticipantRef } from '../limits/room-limits.ts';
import { unreadBytes } from '../limits/unread-bytes.ts';
import type { Presence } from '../presence/presence.ts';
import type { SocketIdentity, RoomMember } from '../room-member.ts';
import {
  roomOf,
  ownClientsOf,
  hostsOf,
  leavingFrom,
  ownClientsLeaving,
  authSessionRoom,
  participantRoom,
} from './groups.ts';
import { type RoomNamespace, type RoomSocket, type SocketContext, groupOf, emitToAll } from './socket.ts';
import { stopWaiting } from './waiting.ts';

/** How long a full-text client has to acknowledge a text (ms); the text stays in memory that long. */
const TEXT_ACK_TIMEOUT_MS = 30_000;
/** A socket with more unsent bytes than this is a slow reader: 512 KB. */
const SLOW_READER_BYTES = 512 * 1024;

export async function join(
  namespace: RoomNamespace,
  socket: RoomSocket,
  { identity, typingMode }: { identity: SocketIdentity; typingMode: TypingMode },
  ctx: SocketContext,
): Promise<RoomMember> {
  const { roomLimits, redis } = ctx;
  const { room } = socket.data;
  const name = roomOf(room.interviewId);
  socket.data.identity = identity;
  const { authSessionId, participant } = identity;
  // A closed connection emits no further event that would release its place.
  if (!socket.connected || ctx.isWithheld(participant.id)) throw unavailable('The connection was closed.');
  stopWaiting(socket, ctx);
  const ref: ParticipantRef = {
    interviewId: room.interviewId,
    group: groupOf(identity),
    participantId: participant.id,
  };
  roomLimits.join(socket.conn, ref);
  liftPollingLimit(socket.conn.transport);
  await socket.join([name, authSessionId === null ? participantRoom(participant.id) : authSessionRoom(authSessionId)]);
  const member: RoomMember = {
    ...room,
    ...identity,
    socketId: socket.id,
    typingMode,
    send: (event, ...args) => void socket.emit(event, ...args),
    sendText(code, onResult) {
      if (!ctx.mayReceive(participant.id)) return onResult(false);
      socket.timeout(TEXT_ACK_TIMEOUT_MS).emit('codeChange', { code }, (error) => onResult(error === null));
    },
    emitToOthers: (event, ...args) =>
      void namespace
        .to(name)
        .except(socket.id)
        .emit(event, ...args),
    emitToAll: emitToAll(namespace, room.interviewId),
    broadcastTypingMode(mode) {
      setTypingMode(namespace, room.interviewId, mode);
      if (redis) namespace.serverSideEmit('room:typing-mode', room.interviewId, mode);
      emitToAll(namespace, room.interviewId)('typingModeChanged', { mode });
    },
    broadcastCursor(clientId, update) {
      if (socket.data.cursor?.clientId !== clientId) removeCursor(socket, member);
      socket.data.cursor = { clientId, update };
      namespace.to(ownClientsOf(room.interviewId)).except(socket.id).volatile.emit('document:awareness', update);
    },
    isSlow: () => !ctx.mayReceive(participant.id) || unreadBytes(socket.conn) > SLOW_READER_BYTES,
    spend: (chars) => roomLimits.spend(ref, chars),
    markAsOwnClient() {
      // It may have left while the document was opened.
      if (socket.data.member !== member) return;
      void socket.join((ctx.isWithheld(participant.id) ? ownClientsLeaving : ownClientsOf)(room.interviewId));
    },
  };
  socket.data.member = member;
  socket.data.isAccepted = false;
  return member;
}

export function accept(socket: RoomSocket, member: RoomMember, ctx: SocketContext): void {
  if (socket.data.member !== member) throw unavailable('The connection was closed.');
  socket.data.isAccepted = true;
  if (member.authSessionId === null) return;
  void socket.join(hostsOf(member.interviewId));
  ctx.showAdmissions(member.interviewId);
}

export function leave(socket: RoomSocket, ctx: SocketContext, presence: Presence, isGraceful: boolean): void {
  const { member } = socket.data;
  if (!member) return;
  socket.data.member = null;
  ctx.roomLimits.leave(socket.conn);
  void socket.leave(roomOf(member.interviewId));
  void socket.leave(ownClientsOf(member.interviewId));
  void socket.leave(leavingFrom(member.interviewId));
  void socket.leave(ownClientsLeaving(member.interviewId));
  void socket.leave(hostsOf(member.interviewId));
  // Clients cannot infer this from the list of participants: one who reconnects has another cursor.
  removeCursor(socket, member);
  presence.leave(member, isGraceful);
  leaveDocument(ctx, member);
}

export function setTypingMode(namespace: RoomNamespace, interviewId: string, mode: TypingMode): void {
  for (const id of namespace.adapter.rooms.get(roomOf(interviewId)) ?? []) {
    const member = namespace.sockets.get(id)?.data.member;
    if (member) member.typingMode = mode;
  }
}

function removeCursor(socket: RoomSocket, { interviewId }: RoomMember): void {
  const { cursor } = socket.data;
  const removal = cursor && removedAwareness(cursor.update);
  if (removal) socket.nsp.to(ownClientsOf(interviewId)).except(socket.id).emit('document:awareness', removal);
  socket.data.cursor = null;
}
