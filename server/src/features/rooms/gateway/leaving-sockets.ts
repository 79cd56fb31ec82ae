import type { Leaving } from '../live-rooms.ts';
import {
  awaitingEditsOf,
  leavingFrom,
  ownClientsLeaving,
  ownClientsOf,
  participantGroup,
  roomOf,
  socketsIn,
} from './groups.ts';
import type { RoomNamespace, RoomSocket } from './socket.ts';

/** Takes a candidate's sockets out of the room's broadcasts; they may still send earlier typing. */
export function takeOutSockets(namespace: RoomNamespace, leaving: Leaving): void {
  const { interviewId } = leaving;
  for (const socket of socketsOf(namespace, leaving)) {
    if (!socket.rooms.has(roomOf(interviewId))) continue;
    if (socket.rooms.has(ownClientsOf(interviewId))) void socket.join(ownClientsLeaving(interviewId));
    void socket.join(leavingFrom(interviewId));
    void socket.leave(ownClientsOf(interviewId));
    void socket.leave(awaitingEditsOf(interviewId));
    void socket.leave(roomOf(interviewId));
  }
}

/** Lets candidates connect again if they were not taken out after all, because missed events are not sent later. */
export function bringBackSockets(namespace: RoomNamespace, leaving: Leaving): void {
  for (const socket of socketsOf(namespace, leaving)) if (socket.data.member) socket.conn.close();
}

function socketsOf(namespace: RoomNamespace, { interviewId, participantId }: Leaving): RoomSocket[] {
  return socketsIn(namespace, [participantGroup(participantId)]).filter(
    ({ data }) => data.room.interviewId === interviewId,
  );
}
