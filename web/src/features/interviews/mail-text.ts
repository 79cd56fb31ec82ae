import type { Interview, MailedReply } from '@cip/contracts/interviews/interviews';
import { serverNow } from '../../shared/api/server-time.ts';
import { mailState, type MailState } from '../../shared/device/mail-state.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';

type Candidate = Pick<Interview, 'id' | 'candidate_name' | 'candidate_email'>;

/** The sessions whose candidate did not get an email, because the day has no more. */
const unsent = new Set<string>();

/** Returns the session of a reply. If its email to the candidate is not sent, the page says so from then on. */
export function sessionOf({ session, unsent: isUnsent }: MailedReply): Interview {
  if (isUnsent) {
    unsent.add(session.id);
    toast('bad', `No email was sent to ${session.candidate_email}: the limit for today is reached.`);
  }
  return session;
}

/** Returns whether the planner has to send the invitation, because the candidate has no address or no email is sent. */
export const isSentByHand = ({ id, candidate_email: email }: Candidate) =>
  email === null || mailState() === 'none' || unsent.has(id);

/** Returns a sentence about the invitation of a new plan. */
export function invitationNews({ id, candidate_email: email }: Candidate): string {
  if (email === null) return 'Send the link to your candidate.';
  if (unsent.has(id)) return `No more emails are sent today: send this invitation to ${email} yourself.`;
  const news: Record<MailState, string> = {
    sent: `We email the invitation to ${email}.`,
    waits: `We email the invitation to ${email} once your company’s email address is confirmed.`,
    none: `Email is not set up here: send this invitation to ${email} yourself.`,
  };
  return news[mailState()];
}

/**
 * Returns a sentence about the mail for a changed plan, of a new time or another change; null if nobody is to be told.
 */
export function changeNews(
  { candidate_email: email }: Candidate,
  change: 'new time' | 'change' = 'new time',
): string | null {
  if (email === null) return null;
  const news: Record<MailState, string> = {
    sent: `We email the ${change} to ${email}.`,
    waits: `The invitation to ${email} waits until your company’s email address is confirmed.`,
    none: `Email is not set up here: tell ${email} the ${change} yourself.`,
  };
  return `${news[mailState()]} The link stays the same.`;
}

/**
 * Returns who hears that a planned interview does not take place; null if it is in another state, or if its time is
 * over, because nobody is told then.
 */
export function cancellationNews({
  status,
  candidate_email: email,
  candidate_name: name,
  interviewers,
  scheduled_at: at,
  minutes,
}: Candidate & Pick<Interview, 'status' | 'interviewers' | 'scheduled_at' | 'minutes'>): string | null {
  if (status !== 'scheduled' || (at !== null && Date.parse(at) + minutes * 60_000 < serverNow())) return null;
  const isOn = mailState() === 'sent';
  if (email !== null && isOn) return `We email the cancellation to ${email}.`;
  const candidate = name ?? email ?? 'your candidate';
  const own = storedAccount()?.user?.id;
  // Whoever cancels gets no email about it.
  return isOn && interviewers.some(({ id }) => id !== own)
    ? `The interviewers get an email. Tell ${candidate} yourself.`
    : `No email is sent: tell ${candidate} yourself.`;
}
