import { unavailable } from '../../../errors.ts';
import type { SocketIdentity, WaitingState } from '../room-member.ts';
import { waitingFor, participantRoom } from './groups.ts';
import type { RoomSocket, SocketContext } from './socket.ts';

/** Registers a waiting candidate's socket, which gets nothing of the room. Throws `too_many_requests`, `unavailable`. */
export async function wait(
  socket: RoomSocket,
  identity: SocketIdentity,
  state: WaitingState,
  { roomLimits }: SocketContext,
): Promise<void> {
  const { interviewId } = socket.data.room;
  socket.data.identity = identity;
  if (!socket.connected) throw unavailable('The connection was closed.');
  roomLimits.join(socket.conn, { interviewId, group: 'waiting', participantId: identity.participant.id });
  socket.data.waiting = state;
  await socket.join([waitingFor(interviewId), participantRoom(identity.participant.id)]);
  tellWaiting(socket, state);
}

export function tellWaiting(socket: RoomSocket, state: WaitingState): void {
  socket.data.waiting = state;
  socket.emit('room:waiting', state);
}

export function stopWaiting(socket: RoomSocket, { roomLimits }: SocketContext): void {
  if (!socket.data.waiting) return;
  socket.data.waiting = null;
  roomLimits.leave(socket.conn);
  void socket.leave(waitingFor(socket.data.room.interviewId));
}
