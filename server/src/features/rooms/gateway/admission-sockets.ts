import type { AdmissionSockets } from '../entering/sync-admissions.ts';
import { everyoneOf, HOSTED, hostsOf, idsOf, PARTICIPANT, participantGroup, socketsIn } from './groups.ts';
import type { RoomNamespace } from './socket.ts';
import type { Withheld } from './withheld.ts';

/** Returns the functions of this node's sockets that admissions need. */
export function admissionSockets(namespace: RoomNamespace, withheld: Withheld): AdmissionSockets {
  const groupsOf = (interviewId?: string) =>
    interviewId === undefined ? idsOf(namespace, PARTICIPANT).map(participantGroup) : everyoneOf(interviewId);
  return {
    candidates: (interviewId) =>
      socketsIn(namespace, groupsOf(interviewId)).flatMap(({ data: { room, identity, caller } }) => {
        if (identity?.authSessionId !== null || !caller) return [];
        // Their last lines may be on the way; the decision is applied on all nodes soon.
        if (interviewId === undefined && withheld.has(room, identity)) return [];
        return [caller];
      }),
    hosted(interviewId) {
      if (interviewId === undefined) return idsOf(namespace, HOSTED);
      return namespace.adapter.rooms.has(hostsOf(interviewId)) ? [interviewId] : [];
    },
    tellHosts(interviewId, admissions) {
      namespace.local.to(hostsOf(interviewId)).emit('room:admissions', admissions);
    },
  };
}
