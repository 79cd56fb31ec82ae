import type { EmitEvent } from '../room-member.ts';
import type { RoomNamespace, RoomSocket } from './socket.ts';

/** The kinds of groups of sockets whose ids are listed; Socket.IO calls a group a room. */
export const ROOM = 'room:';
export const HOSTED = 'hosts:';
export const AWAITED = 'waiting:';
export const SIGN_IN = 'auth:';
export const PARTICIPANT = 'person:';

export const roomOf = (interviewId: string) => `${ROOM}${interviewId}`;
export const ownClientsOf = (interviewId: string) => `own:${interviewId}`;
/**
 * Own clients that have edits which only their author, who is present, may send; if someone leaves, they open again.
 */
export const awaitingEditsOf = (interviewId: string) => `awaiting:${interviewId}`;
export const hostsOf = (interviewId: string) => `${HOSTED}${interviewId}`;
export const waitingFor = (interviewId: string) => `${AWAITED}${interviewId}`;
/** Candidates who are being taken out. */
export const leavingFrom = (interviewId: string) => `leaving:${interviewId}`;
/** Their own clients, which may still send earlier typing. */
export const ownClientsLeaving = (interviewId: string) => `leaving-own:${interviewId}`;
/** The room of an interview, the candidates who wait for it and the candidates who are being taken out. */
export const everyoneOf = (interviewId: string) => [
  roomOf(interviewId),
  waitingFor(interviewId),
  leavingFrom(interviewId),
];
export const signInGroup = (authSessionId: string) => `${SIGN_IN}${authSessionId}`;
export const participantGroup = (participantId: string) => `${PARTICIPANT}${participantId}`;

/** Returns a function that emits events to a group on every node. */
export function emitTo(namespace: RoomNamespace, group: string): EmitEvent {
  return (event, ...args) => void namespace.to(group).emit(event, ...args);
}

/** Returns the ids of this node's groups of one kind. */
export function idsOf(namespace: RoomNamespace, kind: string): string[] {
  return [...namespace.adapter.rooms.keys()].flatMap((group) =>
    group.startsWith(kind) ? group.slice(kind.length) : [],
  );
}

/** Returns this node's sockets in any of the groups, each once. */
export function socketsIn(namespace: RoomNamespace, groups: string[]): RoomSocket[] {
  const ids = new Set(groups.flatMap((group) => [...(namespace.adapter.rooms.get(group) ?? [])]));
  return [...ids].flatMap((id) => namespace.sockets.get(id) ?? []);
}
