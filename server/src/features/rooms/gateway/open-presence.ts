import type { Presence, PresenceListener } from '../presence/presence.ts';
import { SharedPresence } from '../presence/shared-presence.ts';
import { SinglePresence } from '../presence/single-presence.ts';
import { announceLeave, participantList } from '../rooms.service.ts';
import { emitTo, roomOf } from './groups.ts';
import type { GatewayContext, RoomNamespace } from './socket.ts';

/** Returns the participants of the rooms, over all nodes if there are several; the rooms are told who left. */
export function openPresence(ctx: GatewayContext, namespace: RoomNamespace): Presence {
  const { redis, log } = ctx;
  const listener: PresenceListener = {
    left: (interviewId, participant) =>
      void announceLeave(ctx, presence, emitTo(namespace, roomOf(interviewId)), interviewId, participant),
    changed: (interviewId) =>
      void participantList(presence, interviewId).then((list) =>
        namespace.local.to(roomOf(interviewId)).emit('participantList', list),
      ),
  };
  const presence: Presence = redis ? new SharedPresence(redis.commands, listener, log) : new SinglePresence(listener);
  return presence;
}
