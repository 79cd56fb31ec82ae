import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';

/** The role of an account in an interview of its company. */
export interface Standing {
  interviewId: string;
  status: InterviewStatus;
  roomCode: string;
  candidateName: string | null;
  startedAt: string | null;
  endedAt: string | null;
  role: Role;
  /** It decides besides owners and admins: it planned the interview, or leads it if there is no planner who may. */
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

// Coordinators only plan interviews, and scorecards are about candidates.
const isKeptOut = ({ isCandidate, role }: Standing) => isCandidate || !mayInterview(role);

/** Returns whether the account may write a scorecard: it was in the room, or watched the recording. */
export function mayWrite(standing: Standing): boolean {
  return !isKeptOut(standing) && (standing.wasInRoom || standing.hasWatched);
}

/**
 * Returns whether the account may read submitted scorecards: after its own, or as an owner or admin who was not in the
 * room.
 */
export function mayRead(standing: Standing): boolean {
  const { hasSubmitted, wasInRoom, role } = standing;
  return !isKeptOut(standing) && (hasSubmitted || (mayManage(role) && !wasInRoom));
}

/** Returns whether the account may decide about the candidate. */
export function mayDecide(standing: Standing): boolean {
  const { isHost, role, status } = standing;
  return !isKeptOut(standing) && status === 'completed' && (isHost || mayManage(role));
}

/** Returns whether the account may read the team's notes; if several interviewed, only as it may read scorecards. */
export function mayReadTeamNotes(standing: Standing): boolean {
  return !isKeptOut(standing) && (standing.expected <= 1 || mayRead(standing));
}
