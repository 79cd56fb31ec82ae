export const ROOM = 'room:';
export const roomOf = (interviewId: string) => `${ROOM}${interviewId}`;
export const ownClientsOf = (interviewId: string) => `own:${interviewId}`;
export const HOSTED = 'hosts:';
export const hostsOf = (interviewId: string) => `${HOSTED}${interviewId}`;
export const AWAITED = 'waiting:';
export const waitingFor = (interviewId: string) => `${AWAITED}${interviewId}`;
/** Candidates who are being taken out. */
export const leavingFrom = (interviewId: string) => `leaving:${interviewId}`;
/** Their own clients, which may still send what was typed before. */
export const ownClientsLeaving = (interviewId: string) => `leaving-own:${interviewId}`;
/** The room of an interview, those who wait for it and those who are being taken out. */
export const everyoneOf = (interviewId: string) => [
  roomOf(interviewId),
  waitingFor(interviewId),
  leavingFrom(interviewId),
];
export const SIGN_IN = 'auth:';
export const authSessionRoom = (authSessionId: string) => `${SIGN_IN}${authSessionId}`;
export const PARTICIPANT = 'person:';
export const participantRoom = (participantId: string) => `${PARTICIPANT}${participantId}`;
