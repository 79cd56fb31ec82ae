import type { Database } from '../../../platform/database/database.ts';
import { listMailsAbout } from '../../../platform/mail/held-mails.ts';

/** Who has not got an e-mail about an interview yet: its candidate, and interviewers by the ids of their accounts. */
export interface Unsent {
  candidate: boolean;
  users: (string | null)[];
}

/** Returns whose invitations are held. They know nothing of the interview, so they get no e-mail that it changed. */
export async function heldInvitations(db: Database, interviewId: string): Promise<Unsent> {
  const held = (await listMailsAbout(db, interviewId)).filter((mail) => mail.is_held);
  return recipients(held, 'interview-invitation', 'colleague-invitation');
}

/** Returns who still has to get the e-mail that the interview is cancelled. */
export async function unsentCancellations(db: Database, interviewId: string): Promise<Unsent> {
  return recipients(await listMailsAbout(db, interviewId), 'interview-cancellation', 'colleague-cancellation');
}

function recipients(mails: { kind: string; user: string | null }[], toCandidate: string, toUser: string): Unsent {
  return {
    candidate: mails.some(({ kind }) => kind === toCandidate),
    users: mails.filter(({ kind }) => kind === toUser).map(({ user }) => user),
  };
}
