import type { AdmissionSockets } from '../entering/sync-admissions.ts';
import { HOSTED, hostsOf, everyoneOf, PARTICIPANT, participantRoom } from './groups.ts';
import { localGroups } from './local-rooms.ts';
import type { RoomNamespace, SocketContext } from './socket.ts';

export function admissionSockets(namespace: RoomNamespace, isWithheld: SocketContext['isWithheld']): AdmissionSockets {
  const inGroups = (groups: string[]) =>
    new Set(groups.flatMap((group) => [...(namespace.adapter.rooms.get(group) ?? [])]));
  return {
    candidates: (interviewId) =>
      [...inGroups(interviewId === undefined ? candidateGroups(namespace) : everyoneOf(interviewId))].flatMap((id) => {
        const data = namespace.sockets.get(id)?.data;
        if (data?.identity?.authSessionId !== null || !data.caller) return [];
        // Their last lines may be on the way; whoever decided lets all nodes apply it soon.
        if (interviewId === undefined && isWithheld(data.identity.participant.id)) return [];
        return [data.caller];
      }),
    hosted(interviewId) {
      if (interviewId === undefined) return localGroups(namespace, HOSTED);
      return namespace.adapter.rooms.has(hostsOf(interviewId)) ? [interviewId] : [];
    },
    tellHosts(interviewId, admissions) {
      namespace.local.to(hostsOf(interviewId)).emit('room:admissions', admissions);
    },
  };
}

const candidateGroups = (namespace: RoomNamespace) => localGroups(namespace, PARTICIPANT).map(participantRoom);
