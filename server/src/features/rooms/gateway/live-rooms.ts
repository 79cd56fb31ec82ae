import type { LiveRooms } from '../live-rooms.ts';
import type { OtherNodes } from '../other-nodes.ts';
import type { Presence } from '../presence/presence.ts';
import { emitTo, everyoneOf, ownClientsLeaving, ownClientsOf, roomOf, signInGroup } from './groups.ts';
import { disconnectParticipant } from './local-rooms.ts';
import type { RoomNamespace } from './socket.ts';
import type { Withheld } from './withheld.ts';

/** How long own clients have to send the edits that the typing mode holds back (ms). */
const FLUSH_WITHIN_MS = 1_000;
/** How long after the end the sockets are closed, so that the last acknowledgements arrive (ms). */
export const CLOSE_AFTER_MS = 250;

/** Returns the live rooms of all nodes, without the admissions and the end of this node. */
export function liveRooms(
  namespace: RoomNamespace,
  presence: Presence,
  nodes: OtherNodes | null,
  withheld: Withheld,
): Omit<LiveRooms, 'closeHidden' | 'drain' | 'syncAdmissions'> {
  return {
    async requestFlush(interviewId, of = 'everyone') {
      const groups = [ownClientsLeaving(interviewId), ...(of === 'everyone' ? [ownClientsOf(interviewId)] : [])];
      const own = namespace.to(groups).timeout(FLUSH_WITHIN_MS);
      // The end does not wait for clients that do not acknowledge in time.
      await own.emitWithAck('document:flush').catch(() => {});
    },
    withhold: (leaving, decide) => withheld.withhold(leaving, decide),
    isWithholding: (interviewId) => withheld.isIn(interviewId),
    async close(interviewId, ended) {
      const room = namespace.in(everyoneOf(interviewId));
      room.emit('sessionEnded', ended);
      presence.forget(interviewId);
      if (nodes) namespace.serverSideEmit('room:closed', interviewId);
      setTimeout(() => room.disconnectSockets(true), CLOSE_AFTER_MS);
    },
    announce: (interviewId, event, ...args) => emitTo(namespace, ownClientsOf(interviewId))(event, ...args),
    showRule: (interviewId, rule) => emitTo(namespace, roomOf(interviewId))('room:rule', { rule }),
    showLanguage: (interviewId, language) => emitTo(namespace, roomOf(interviewId))('document:language', { language }),
    showCompletion: (interviewId, completion) =>
      emitTo(namespace, roomOf(interviewId))('room:completion', { completion }),
    async remove(participantId) {
      disconnectParticipant(namespace, participantId);
      await nodes?.act(null);
    },
    async closeAuthSessions(authSessionIds) {
      if (authSessionIds.length === 0) return;
      namespace.in(authSessionIds.map(signInGroup)).disconnectSockets(true);
      await nodes?.act(null);
    },
  };
}
