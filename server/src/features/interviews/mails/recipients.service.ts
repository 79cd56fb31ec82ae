import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Database } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { listMailsAbout } from '../../../platform/mail/held-mails.ts';

/** People to write to about an interview: its candidate, and interviewers by the ids of their accounts. */
export interface Recipients {
  candidate: boolean;
  users: string[];
}

/** Returns the ids of the interviewers who get an e-mail: without the acting user, unless an API key acts. */
export function colleaguesOf({ interviewers }: Pick<Interview, 'interviewers'>, by: Principal): string[] {
  return interviewers.map(({ id }) => id).filter((id) => by.key !== undefined || id !== by.userId);
}

/** Returns whom a change of a plan concerns. If an invitation is held, its recipient knows nothing of the interview. */
export async function invitedTo(db: Database, plan: Interview, by: Principal): Promise<Recipients> {
  const held = await heldInvitations(db, plan.id);
  return {
    candidate: plan.candidate_email !== null && !held.candidate,
    users: colleaguesOf(plan, by).filter((id) => !held.users.includes(id)),
  };
}

/** Returns whose invitations are held. */
export async function heldInvitations(db: Database, interviewId: string): Promise<Recipients> {
  const held = (await listMailsAbout(db, interviewId)).filter((mail) => mail.is_held);
  return recipients(held, 'interview-invitation', 'colleague-invitation');
}

/** Returns who still has to get the e-mail that the interview is cancelled. */
export async function unsentCancellations(db: Database, interviewId: string): Promise<Recipients> {
  return recipients(await listMailsAbout(db, interviewId), 'interview-cancellation', 'colleague-cancellation');
}

function recipients(mails: { kind: string; user: string | null }[], toCandidate: string, toUser: string): Recipients {
  return {
    candidate: mails.some(({ kind }) => kind === toCandidate),
    users: mails.flatMap(({ kind, user }) => (kind === toUser && user !== null ? [user] : [])),
  };
}
