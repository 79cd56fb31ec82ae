import { isPresent, type Presence, type PresenceListener } from '../presence/presence.ts';
import { recordChange } from '../presence/record-change.ts';
import { SharedPresence } from '../presence/shared-presence.ts';
import { SinglePresence } from '../presence/single-presence.ts';
import { announceLeave, participantList } from '../rooms.service.ts';
import { awaitingEditsOf, emitTo, roomOf } from './groups.ts';
import type { GatewayContext, RoomNamespace } from './socket.ts';

/** Returns the participants of the rooms, over all nodes if there are several; the rooms are told who left. */
export function openPresence(ctx: GatewayContext, namespace: RoomNamespace): Presence {
  const { redis, log } = ctx;
  let recorded = Promise.resolve();
  const listener: PresenceListener = {
    left: (interviewId, participant) => {
      void announceLeave(ctx, presence, emitTo(namespace, roomOf(interviewId)), interviewId, participant);
      // From now on others may send what the participant cannot send any more. The rest of the room has nothing to
      // send, and opening a large document again costs its reader megabytes.
      emitTo(namespace, awaitingEditsOf(interviewId))('document:resync');
    },
    returned(interviewId, participant) {
      const record = async () => {
        if (await isPresent(presence, interviewId, participant))
          await recordChange(ctx, presence, { interviewId, participant, isThere: true });
      };
      // One by one, because if Redis lost its data, these are all participants of the node.
      recorded = recorded.then(record);
    },
    changed: (interviewId) =>
      void participantList(presence, interviewId).then((list) =>
        namespace.local.to(roomOf(interviewId)).emit('participantList', list),
      ),
  };
  const presence: Presence = redis ? new SharedPresence(redis.commands, listener, log) : new SinglePresence(listener);
  return presence;
}
