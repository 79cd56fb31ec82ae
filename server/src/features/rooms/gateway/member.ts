import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { unavailable } from '../../../errors.ts';
import { removedAwareness } from '../../documents/documents.service.ts';
import { leaveDocument } from '../../documents/document-readers.service.ts';
import { liftPollingLimit } from '../limits/polling-limits.ts';
import { unreadBytes } from '../limits/unread-bytes.ts';
import type { RoomMember, SocketIdentity } from '../room-member.ts';
import {
  awaitingEditsOf,
  emitTo,
  hostsOf,
  leavingFrom,
  ownClientsLeaving,
  ownClientsOf,
  participantGroup,
  roomOf,
  signInGroup,
  socketsIn,
} from './groups.ts';
import { participantIn, type RoomNamespace, type RoomSocket, type SocketContext } from './socket.ts';
import { stopWaiting } from './waiting.ts';

/** How long a full-text client has to acknowledge a text (ms); the text stays in memory that long. */
const TEXT_ACK_TIMEOUT_MS = 30_000;
/** If a socket has more unsent bytes than this, it is a slow reader: 512 KB. */
const SLOW_READER_BYTES = 512 * 1024;

/**
 * Adds a socket to its room; its events are refused until it is accepted. Throws `too_many_requests`, `unavailable`.
 */
export async function joinRoom(
  socket: RoomSocket,
  identity: SocketIdentity,
  typingMode: TypingMode,
  ctx: SocketContext,
): Promise<RoomMember> {
  const { data } = socket;
  const { authSessionId, participant } = identity;
  data.identity = identity;
  // A closed connection emits no further event that would release its place.
  if (!socket.connected || ctx.isWithheld(data.room, identity)) throw unavailable('The connection was closed.');
  stopWaiting(socket, ctx);
  ctx.roomLimits.addConnection(socket.conn, participantIn(data.room, identity, 'joined'));
  liftPollingLimit(socket.conn.transport);
  const own = authSessionId === null ? participantGroup(participant.id) : signInGroup(authSessionId);
  await socket.join([roomOf(data.room.interviewId), own]);
  const member = memberOf(socket, identity, typingMode, ctx);
  data.member = member;
  data.isAccepted = false;
  return member;
}

function memberOf(
  socket: RoomSocket,
  identity: SocketIdentity,
  typingMode: TypingMode,
  ctx: SocketContext,
): RoomMember {
  const { namespace } = ctx;
  const { room } = socket.data;
  const { interviewId } = room;
  const others = (group: string) => namespace.to(group).except(socket.id);
  const member: RoomMember = {
    ...room,
    ...identity,
    socketId: socket.id,
    typingMode,
    send(event, ...args) {
      // A candidate who is being taken out gets no late answer either; if they stay after all, they connect again.
      if (socket.data.member === member && !ctx.isWithheld(room, identity)) socket.emit(event, ...args);
    },
    sendText(code, onResult) {
      if (!ctx.mayReceive(room, identity)) return onResult(false);
      socket.timeout(TEXT_ACK_TIMEOUT_MS).emit('codeChange', { code }, (error) => onResult(error === null));
    },
    emitToOthers: (event, ...args) => void others(roomOf(interviewId)).emit(event, ...args),
    emitToAll: emitTo(namespace, roomOf(interviewId)),
    broadcastTypingMode(mode) {
      setTypingMode(namespace, interviewId, mode);
      if (ctx.redis) namespace.serverSideEmit('room:typing-mode', interviewId, mode);
      member.emitToAll('typingModeChanged', { mode });
    },
    broadcastCursor(clientId, update) {
      if (socket.data.cursor?.clientId !== clientId) removeCursor(socket, interviewId, ctx);
      socket.data.cursor = { clientId, update };
      others(ownClientsOf(interviewId)).volatile.emit('document:awareness', update);
    },
    isSlow: () => !ctx.mayReceive(room, identity) || unreadBytes(socket.conn) > SLOW_READER_BYTES,
    spend: (chars) => ctx.roomLimits.spendReply(participantIn(room, identity, 'joined'), chars),
    markAsOwnClient(isOwn) {
      // It may have left while the document was opened.
      if (socket.data.member !== member) return;
      if (isOwn)
        return void socket.join((ctx.isWithheld(room, identity) ? ownClientsLeaving : ownClientsOf)(interviewId));
      for (const groupOf of [ownClientsOf, ownClientsLeaving]) void socket.leave(groupOf(interviewId));
    },
    awaitEdits(isAwaiting) {
      if (isAwaiting && socket.data.member === member) void socket.join(awaitingEditsOf(interviewId));
      else void socket.leave(awaitingEditsOf(interviewId));
    },
  };
  return member;
}

/** Accepts a member that joined. Throws `unavailable` if it left meanwhile. */
export function acceptMember(socket: RoomSocket, member: RoomMember, ctx: SocketContext): void {
  if (socket.data.member !== member) throw unavailable('The connection was closed.');
  socket.data.isAccepted = true;
  if (member.authSessionId === null) return;
  void socket.join(hostsOf(member.interviewId));
  ctx.showAdmissions(member.interviewId);
}

/** Removes a socket from its room, if it is in one. */
export function leaveRoom(socket: RoomSocket, ctx: SocketContext, isGraceful: boolean): void {
  const { member } = socket.data;
  if (!member) return;
  socket.data.member = null;
  ctx.roomLimits.removeConnection(socket.conn);
  for (const groupOf of [roomOf, ownClientsOf, awaitingEditsOf, leavingFrom, ownClientsLeaving, hostsOf])
    void socket.leave(groupOf(member.interviewId));
  // Clients cannot infer this from the participants, because after a reconnect a participant has another cursor.
  removeCursor(socket, member.interviewId, ctx);
  ctx.presence.leave(member, isGraceful);
  leaveDocument(ctx, member);
}

/** Changes the typing mode that the members of a room on this node have. */
export function setTypingMode(namespace: RoomNamespace, interviewId: string, mode: TypingMode): void {
  for (const { data } of socketsIn(namespace, [roomOf(interviewId)])) if (data.member) data.member.typingMode = mode;
}

function removeCursor(socket: RoomSocket, interviewId: string, { namespace }: SocketContext): void {
  const { cursor } = socket.data;
  const removal = cursor && removedAwareness(cursor.update);
  if (removal) namespace.to(ownClientsOf(interviewId)).except(socket.id).emit('document:awareness', removal);
  socket.data.cursor = null;
}
