import { REMOVED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { AccountInRoom } from '../../interviews/interviews.service.ts';
import type { LocalRooms } from '../rooms.jobs.ts';
import {
  ROOM,
  roomOf,
  ownClientsOf,
  HOSTED,
  AWAITED,
  everyoneOf,
  SIGN_IN,
  authSessionRoom,
  PARTICIPANT,
  participantRoom,
} from './groups.ts';
import type { RoomNamespace, RoomSocket } from './socket.ts';

export function occupied(namespace: RoomNamespace): string[] {
  return localGroups(namespace, ROOM);
}

/** Returns the ids of this node's Socket.IO rooms of one kind. */
export function localGroups(namespace: RoomNamespace, kind: string): string[] {
  return [...namespace.adapter.rooms.keys()].flatMap((group) =>
    group.startsWith(kind) ? group.slice(kind.length) : [],
  );
}

export function localRooms(namespace: RoomNamespace): LocalRooms {
  return {
    occupied: () => occupied(namespace),
    hosted: () => localGroups(namespace, HOSTED),
    awaited: () => localGroups(namespace, AWAITED),
    waiting: () =>
      [...namespace.sockets.values()].flatMap(({ data }) => (data.waiting && data.identity?.participant.id) ?? []),
    closeHere(interviewId, ended) {
      namespace.local.to(everyoneOf(interviewId)).emit('sessionEnded', ended);
      namespace.local.in(everyoneOf(interviewId)).disconnectSockets(true);
    },
    readRunsHere(interviewIds) {
      if (interviewIds.length > 0) namespace.local.to(interviewIds.map(ownClientsOf)).emit('run:changed');
    },
    readQuestionsHere(interviewIds) {
      if (interviewIds.length > 0) namespace.local.to(interviewIds.map(ownClientsOf)).emit('question:changed');
    },
    showRuleHere(interviewId, rule) {
      namespace.local.to(roomOf(interviewId)).emit('room:rule', { rule });
    },
    signIns: () => localGroups(namespace, SIGN_IN),
    closeSignInsHere(ids) {
      if (ids.length > 0) namespace.local.in(ids.map(authSessionRoom)).disconnectSockets(true);
    },
    accounts: () => [...namespace.sockets.values()].flatMap((socket) => accountIn(socket) ?? []),
    closeAccountsHere(accounts) {
      for (const socket of accounts.length > 0 ? namespace.sockets.values() : []) {
        const here = accountIn(socket);
        if (accounts.some((each) => each.interviewId === here?.interviewId && each.userId === here.userId))
          socket.disconnect(true);
      }
    },
    candidates: () => localGroups(namespace, PARTICIPANT),
    closeCandidatesHere(ids) {
      for (const id of ids) disconnectParticipant(namespace.local, id);
    },
    closeExpiredHere() {
      for (const socket of namespace.sockets.values())
        if ((socket.data.identity?.endsAt ?? Infinity) <= Date.now()) socket.disconnect(true);
    },
  };
}

/** Returns the account of a socket and the interview whose room it is in, or null. */
function accountIn({ data: { member } }: RoomSocket): AccountInRoom | null {
  if (!member || member.authSessionId === null) return null;
  return { interviewId: member.interviewId, userId: member.participant.id };
}

export function disconnectParticipant(namespace: Pick<RoomNamespace, 'in'>, participantId: string): void {
  const sockets = namespace.in(participantRoom(participantId));
  sockets.emit('participant:removed', { message: REMOVED_MESSAGE });
  sockets.disconnectSockets(true);
}
