import { REMOVED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { AccountInRoom } from '../../interviews/interviews.service.ts';
import type { LocalRooms } from '../rooms.jobs.ts';
import {
  AWAITED,
  everyoneOf,
  HOSTED,
  idsOf,
  ownClientsOf,
  PARTICIPANT,
  participantGroup,
  ROOM,
  roomOf,
  SIGN_IN,
  signInGroup,
} from './groups.ts';
import { setTypingMode } from './member.ts';
import type { RoomNamespace, RoomSocket } from './socket.ts';

/** Returns the rooms of this node. */
export function localRooms(namespace: RoomNamespace): LocalRooms {
  const { sockets } = namespace;
  return {
    occupied: () => idsOf(namespace, ROOM),
    hosted: () => idsOf(namespace, HOSTED),
    awaited: () => idsOf(namespace, AWAITED),
    waiting: () => [...sockets.values()].flatMap(({ data }) => (data.waiting && data.identity?.participant.id) ?? []),
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
    showRulesHere(interviewId, { rule, completion }) {
      const room = namespace.local.to(roomOf(interviewId));
      room.emit('room:rule', { rule });
      room.emit('room:completion', { completion });
    },
    showSettingsHere({ id, typingMode, language, files, filesAllowed }) {
      const room = namespace.local.to(roomOf(id));
      setTypingMode(namespace, id, typingMode);
      room.emit('typingModeChanged', { mode: typingMode });
      room.emit('document:language', { language });
      room.emit('file:allowed', { isAllowed: filesAllowed });
      if (files) room.emit('file:changed', files);
    },
    signIns: () => idsOf(namespace, SIGN_IN),
    closeSignInsHere(ids) {
      if (ids.length > 0) namespace.local.in(ids.map(signInGroup)).disconnectSockets(true);
    },
    accounts: () => [...sockets.values()].flatMap((socket) => accountIn(socket) ?? []),
    closeAccountsHere(accounts) {
      for (const socket of accounts.length > 0 ? sockets.values() : []) {
        const here = accountIn(socket);
        if (accounts.some((each) => each.interviewId === here?.interviewId && each.userId === here.userId))
          socket.disconnect(true);
      }
    },
    candidates: () => idsOf(namespace, PARTICIPANT),
    closeCandidatesHere(ids) {
      for (const id of ids) disconnectParticipant(namespace.local, id);
    },
    closeExpiredHere() {
      for (const socket of sockets.values())
        if ((socket.data.identity?.endsAt ?? Infinity) <= Date.now()) socket.disconnect(true);
    },
  };
}

/** Returns the account of a socket and the interview whose room it is in, or null. */
function accountIn({ data: { member } }: RoomSocket): AccountInRoom | null {
  if (!member || member.authSessionId === null) return null;
  return { interviewId: member.interviewId, userId: member.participant.id };
}

/** Notifies a participant of their removal and closes their sockets. */
export function disconnectParticipant(namespace: Pick<RoomNamespace, 'in'>, participantId: string): void {
  const sockets = namespace.in(participantGroup(participantId));
  sockets.emit('participant:removed', { message: REMOVED_MESSAGE });
  sockets.disconnectSockets(true);
}
