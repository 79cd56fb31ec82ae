import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { orderLimited } from '../../platform/mail/limited-mails.ts';
import { dropHeldMails } from '../../platform/mail/held-mails.ts';
import type { Composers } from '../../platform/mail/mail-queue.ts';
import { readPreferences } from '../accounts/company/company.service.ts';
import { findOwner } from '../accounts/users/users.service.ts';
import * as emails from './interview-emails.ts';
import { findForMail } from './mail-facts.repository.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'interview-invitation': { interview: string };
    'interview-cancellation': { interview: string };
    'interview-reminder': { interview: string };
  }
}

/** How long before an interview its interviewer is reminded, in milliseconds: time to get to a desk. */
const REMINDED_BEFORE_MS = 3_600_000;

type InterviewMail = 'interview-invitation' | 'interview-cancellation' | 'interview-reminder';

/** An interview that mails are about. */
interface Subject {
  companyId: string;
  interviewId: string;
}

type Ordering = Pick<AppContext, 'mails' | 'config' | 'limits' | 'log'>;

/**
 * Orders the e-mail with link and time to the candidate, in the transaction of the change. In production it waits until
 * the owner's e-mail is verified.
 */
export async function orderInvitation(ctx: Ordering, trx: Transaction<Tables>, subject: Subject): Promise<void> {
  const isHeld = await hasToWait(ctx, trx, subject);
  // A second invitation replaces the first: the candidate has another address.
  if (isHeld) await dropHeldMails(trx, subject.interviewId);
  await orderCandidateMail(ctx, trx, 'interview-invitation', subject, isHeld);
}

/** Orders the e-mail that the interview is cancelled, unless the invitation was never sent. */
export async function orderCancellation(ctx: Ordering, trx: Transaction<Tables>, subject: Subject): Promise<void> {
  if (await dropHeldMails(trx, subject.interviewId)) return;
  await orderCandidateMail(ctx, trx, 'interview-cancellation', subject);
}

/** Orders the reminder of the interviewer; none for an interview planned within the hour. */
export async function orderReminder(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction<Tables>,
  { companyId, interviewId }: Subject,
  scheduledAt: string,
): Promise<void> {
  const due = Date.parse(scheduledAt) - REMINDED_BEFORE_MS;
  if (due <= Date.now()) return;
  const dueAt = new Date(due).toISOString();
  const data = { interview: interviewId };
  await mails.order(trx, { kind: 'interview-reminder', data, companyId, interviewId, dueAt });
}

async function orderCandidateMail(
  ctx: Ordering,
  trx: Transaction<Tables>,
  kind: 'interview-invitation' | 'interview-cancellation',
  { companyId, interviewId }: Subject,
  isHeld = false,
): Promise<void> {
  const order = { kind, data: { interview: interviewId }, companyId, interviewId, isHeld };
  await orderLimited(ctx, trx, order, { limit: ctx.limits.candidateMails, key: `${kind} ${companyId}` });
}

/** Whether invitations wait: only production asks for a verified e-mail, which keeps strangers from using us as a relay. */
async function hasToWait(
  { config, mails }: Pick<AppContext, 'config' | 'mails'>,
  trx: Transaction<Tables>,
  { companyId }: Subject,
): Promise<boolean> {
  if (!config.production || !mails.isOn) return false;
  return (await findOwner(trx, companyId)).email_verified_at === null;
}

/** The mails about planned interviews. What has changed since a mail was ordered counts as it is now. */
export function interviewMails({ db, origin }: Pick<AppContext, 'db' | 'origin'>): Composers<InterviewMail> {
  const about = async ({ interview }: { interview: string }) => {
    const facts = await findForMail(db, interview);
    if (!facts || facts.scheduled_at === null) return null;
    return { ...facts, scheduled_at: facts.scheduled_at };
  };
  return {
    async 'interview-invitation'(data) {
      const facts = await about(data);
      if (facts?.status !== 'scheduled' || !facts.candidate_email) return null;
      return emails.invitation({ ...facts, link: `${origin()}/codeshare/${facts.room_code}` });
    },
    async 'interview-cancellation'(data) {
      const facts = await about(data);
      return facts?.status === 'cancelled' && facts.candidate_email ? emails.cancellation(facts) : null;
    },
    async 'interview-reminder'(data) {
      const facts = await about(data);
      if (facts?.status !== 'scheduled' || Date.parse(facts.scheduled_at) < Date.now()) return null;
      const { sessionReminders } = await readPreferences(db, facts.company_id);
      // The interviewer's own page asks for a sign-in; the candidate's link would make a candidate of them.
      return sessionReminders
        ? emails.reminder({ ...facts, link: `${origin()}/editor?room=${facts.room_code}` })
        : null;
    },
  };
}
