import type { Interview } from '@cip/contracts/interviews/interviews';
import { mailState, type MailState } from '../../shared/device/mail-state.ts';

type Candidate = Pick<Interview, 'candidate_name' | 'candidate_email'>;

/** Returns whether the planner has to send the invitation, because the candidate has no address or no email is sent. */
export const isSentByHand = ({ candidate_email: email }: Candidate) => email === null || mailState() === 'none';

/** Returns a sentence about the invitation of a new plan. */
export function invitationNews({ candidate_email: email }: Candidate): string {
  if (email === null) return 'Send the link to your candidate.';
  const news: Record<MailState, string> = {
    sent: `We email the invitation to ${email}.`,
    waits: `We email the invitation to ${email} once your company’s email address is confirmed.`,
    none: `Email is not set up here: send this invitation to ${email} yourself.`,
  };
  return news[mailState()];
}

/** Returns a sentence about the mail for a changed plan; null if nobody is to be told. */
export function changeNews({ candidate_email: email }: Candidate): string | null {
  if (email === null) return null;
  const news: Record<MailState, string> = {
    sent: `We email the new time to ${email}.`,
    waits: `The invitation to ${email} waits until your company’s email address is confirmed.`,
    none: `Email is not set up here: tell ${email} the new time yourself.`,
  };
  return `${news[mailState()]} The link stays the same.`;
}

/** Returns who hears that a planned interview does not take place; null if the interview is in another state. */
export function cancellationNews({ status, ...candidate }: Candidate & Pick<Interview, 'status'>): string | null {
  if (status !== 'scheduled') return null;
  const { candidate_email: email, candidate_name: name } = candidate;
  if (email !== null && mailState() === 'sent') return `We email the cancellation to ${email}.`;
  return `No email is sent: tell ${name ?? email ?? 'your candidate'} yourself.`;
}
