import { foldText } from '@cip/contracts/protocol/fold-text';
import type { Interview, InterviewStatus } from '@cip/contracts/interviews/interviews';
import type { Tone } from '../../shared/ui/feedback/StatusChip.tsx';

/** The colour of an interview's status (spec section 4). */
export const INTERVIEW_TONES: Record<InterviewStatus, Tone> = {
  active: 'good',
  completed: 'info',
  scheduled: 'warn',
  cancelled: 'bad',
};

/** Returns true while a planned interview waits for another time because its candidate cannot make it. */
export const isDeclined = ({ status, declined_at: declinedAt }: Interview) =>
  // The field is absent if an earlier version stored the list on the device.
  status === 'scheduled' && Boolean(declinedAt);

/** Returns the start of an interview; if it was planned and never began, the planned one. */
export function startOf({ status, scheduled_at: scheduledAt, started_at: startedAt }: Interview): string | null {
  return status === 'scheduled' || status === 'cancelled' ? (scheduledAt ?? startedAt) : startedAt;
}

/** Returns true if the candidate's name or e-mail contains the text, whatever its case and accents. */
export function matchesCandidate(interview: Interview, text: string): boolean {
  const { candidate_name: name, candidate_email: email } = interview;
  return foldText(`${name ?? ''} ${email ?? ''}`).includes(foldText(text.trim()));
}

/** Returns the candidate's link to a room. */
export function candidateLink(roomCode: string): string {
  return `${window.location.origin}/codeshare/${roomCode}`;
}
