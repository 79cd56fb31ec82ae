import type { AdmissionSync } from '../entering/sync-admissions.ts';
import { OtherNodes } from '../other-nodes.ts';
import type { Presence } from '../presence/presence.ts';
import { closeEndedRooms, hearsOtherNodes, readWhatOthersAnnounced, type LocalRooms } from '../rooms.jobs.ts';
import { CLOSE_AFTER_MS } from './live-rooms.ts';
import { setTypingMode } from './member.ts';
import type { GatewayContext, RoomNamespace } from './socket.ts';

/** Returns the other nodes, which are reached through the namespace; null if there is a single node. */
export function openNodes(base: GatewayContext, namespace: RoomNamespace): OtherNodes | null {
  if (!base.redis) return null;
  return new OtherNodes({
    db: base.db,
    ask: (key, interviewId) => void namespace.serverSideEmit('node:act', key, interviewId),
    reportGap: () => void namespace.serverSideEmit('node:gap'),
    hears: () => hearsOtherNodes(base),
  });
}

/** Acts on the events of other nodes. */
export function hearOtherNodes(
  base: GatewayContext,
  namespace: RoomNamespace,
  presence: Presence,
  nodes: OtherNodes | null,
  { here, admissions }: { here: LocalRooms; admissions: AdmissionSync },
): void {
  // Another node closed the room: this node drops its state as well.
  namespace.on('room:closed', (interviewId) => {
    presence.forget(interviewId);
    setTimeout(() => base.documents.drop(interviewId), CLOSE_AFTER_MS).unref();
  });
  namespace.on('room:admissions', (interviewId) => void admissions.tryRun(interviewId));
  namespace.on('node:act', (key, interviewId) => {
    // From the database, because the message that closes the sockets may have got lost before this one.
    const acted = interviewId === null ? closeEndedRooms(base, here) : admissions.run(interviewId);
    // If a node could not act, the request is repeated.
    void acted
      .then(() => nodes && namespace.serverSideEmit('node:acted', key, nodes.id))
      .catch(() => nodes?.missedDecision());
  });
  // If it fails, the database is away, and nothing was stored that could be announced.
  namespace.on('node:gap', () => void readWhatOthersAnnounced(base, here).catch(() => {}));
  namespace.on('node:acted', (key, nodeId) => nodes?.heard(key, nodeId));
  namespace.on('room:typing-mode', (interviewId, mode) => setTypingMode(namespace, interviewId, mode));
}
