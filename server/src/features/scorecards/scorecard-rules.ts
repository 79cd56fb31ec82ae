import type { User } from '@cip/contracts/interviewers';
import type { InterviewStatus } from '@cip/contracts/interviews';

/** What an account is to an interview of its company. */
export interface Standing {
  interviewId: string;
  status: InterviewStatus;
  roomCode: string;
  role: User['role'];
  /** It planned or started the interview. */
  isHost: boolean;
  /** It has, or had, the candidate's e-mail: everything about scorecards stays hidden from it. */
  isCandidate: boolean;
  wasInRoom: boolean;
  hasWatched: boolean;
  hasSubmitted: boolean;
  /** Interviewers who were in the room. */
  expected: number;
  /** Submitted scorecards. */
  submitted: number;
}

/** Returns whether the account may write a scorecard: it was in the room, or watched the recording. */
export function mayWrite({ isCandidate, wasInRoom, hasWatched }: Standing): boolean {
  return !isCandidate && (wasInRoom || hasWatched);
}

/** Returns whether the account may read submitted scorecards: after its own, or as an owner who was not in the room. */
export function mayRead({ isCandidate, hasSubmitted, wasInRoom, role }: Standing): boolean {
  return !isCandidate && (hasSubmitted || (role === 'owner' && !wasInRoom));
}

/** Returns whether the account may decide about the candidate. */
export function mayDecide({ isCandidate, isHost, role, status }: Standing): boolean {
  return !isCandidate && status === 'completed' && (isHost || role === 'owner');
}

/** Returns whether the account may read the team's notes; after an interview by several, only as it may read scorecards. */
export function mayReadTeamNotes(standing: Standing): boolean {
  return !standing.isCandidate && (standing.expected <= 1 || mayRead(standing));
}
