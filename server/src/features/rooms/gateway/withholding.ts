import { randomUUID } from 'node:crypto';
import type { LiveRooms, Leaving } from '../live-rooms.ts';
import { roomOf, ownClientsOf, leavingFrom, ownClientsLeaving, participantRoom } from './groups.ts';
import type { RoomNamespace, RoomSocket, GatewayContext } from './socket.ts';
import type { Withheld, Withholding } from './withheld.ts';

/** Where nodes announce who is being taken out, on the connections that carry the edits between nodes. */
const WITHHELD_CHANNEL = 'rooms:withheld';

/**
 * Tells all nodes who is being taken out, on both ways that content of a room takes between nodes, so that nothing sent
 * after it arrives before it.
 */
export function withholding(
  { redis }: GatewayContext,
  namespace: RoomNamespace,
  withheld: Withheld,
): Pick<LiveRooms, 'withhold' | 'isWithholding'> {
  const announce = (decision: Withholding) => {
    withheld.apply(decision);
    if (!redis) return;
    namespace.serverSideEmit('room:withheld', decision);
    if (redis.commands.status === 'ready')
      redis.commands.publish(WITHHELD_CHANNEL, JSON.stringify(decision)).catch(() => {});
  };
  namespace.on('room:withheld', (decision) => withheld.apply(decision));
  // ioredis subscribes again when the connection is back.
  redis?.subscriber.subscribe(WITHHELD_CHANNEL).catch(() => {});
  redis?.subscriber.on('message', (channel: string, message: string) => {
    if (channel === WITHHELD_CHANNEL) withheld.apply(JSON.parse(message));
  });
  return {
    async withhold(leaving, decide) {
      const decision = { ...leaving, id: randomUUID() };
      announce({ ...decision, isOver: false });
      try {
        return await decide();
      } finally {
        announce({ ...decision, isOver: true });
      }
    },
    isWithholding: (interviewId) => withheld.isIn(interviewId),
  };
}

/** Takes a candidate's sockets out of what is sent to the room; they may still send what was typed before. */
export function takeOut(namespace: RoomNamespace, { interviewId, participantId }: Leaving): void {
  for (const socket of socketsOf(namespace, { interviewId, participantId })) {
    if (!socket.rooms.has(roomOf(interviewId))) continue;
    if (socket.rooms.has(ownClientsOf(interviewId))) void socket.join(ownClientsLeaving(interviewId));
    void socket.join(leavingFrom(interviewId));
    void socket.leave(ownClientsOf(interviewId));
    void socket.leave(roomOf(interviewId));
  }
}

/** Lets those who were not taken out after all connect again, as what they missed is not sent later. */
export function bringBack(namespace: RoomNamespace, leaving: Leaving): void {
  for (const socket of socketsOf(namespace, leaving)) if (socket.data.member) socket.conn.close();
}

function socketsOf(namespace: RoomNamespace, { interviewId, participantId }: Leaving): RoomSocket[] {
  return [...(namespace.adapter.rooms.get(participantRoom(participantId)) ?? [])].flatMap((id) => {
    const socket = namespace.sockets.get(id);
    return socket?.data.room.interviewId === interviewId ? [socket] : [];
  });
}
