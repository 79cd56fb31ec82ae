import { unavailable } from '../../../errors.ts';
import type { SocketIdentity, WaitingState } from '../room-member.ts';
import { participantGroup, waitingFor } from './groups.ts';
import { participantIn, type RoomSocket, type SocketContext } from './socket.ts';

/**
 * Registers a waiting candidate's socket, which gets nothing of the room. Throws `too_many_requests`, `unavailable`.
 */
export async function waitForRoom(
  socket: RoomSocket,
  identity: SocketIdentity,
  state: WaitingState,
  { roomLimits }: SocketContext,
): Promise<void> {
  const { data } = socket;
  data.identity = identity;
  if (!socket.connected) throw unavailable('The connection was closed.');
  roomLimits.addConnection(socket.conn, participantIn(data.room, identity, 'waiting'));
  data.waiting = state;
  await socket.join([waitingFor(data.room.interviewId), participantGroup(identity.participant.id)]);
  tellWaiting(socket, state);
}

/** Tells a waiting candidate's socket its state. */
export function tellWaiting(socket: RoomSocket, state: WaitingState): void {
  socket.data.waiting = state;
  socket.emit('room:waiting', state);
}

/** Ends the waiting of a socket, if it waits. */
export function stopWaiting(socket: RoomSocket, { roomLimits }: SocketContext): void {
  if (!socket.data.waiting) return;
  socket.data.waiting = null;
  roomLimits.removeConnection(socket.conn);
  void socket.leave(waitingFor(socket.data.room.interviewId));
}
