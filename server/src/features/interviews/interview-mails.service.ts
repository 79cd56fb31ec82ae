import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { countMails } from '../../platform/mail/counted-mails.ts';
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

/**
 * Invitations, and likewise cancellations, a company may cause in a day: what the middle plan holds in a month. An
 * address and a name are all it takes to write to a stranger in our name, so that somebody will try.
 */
const CANDIDATE_MAILS_PER_DAY = 200;
/** How long before an interview its interviewer is reminded, in milliseconds: time to get to a desk. */
const REMINDED_BEFORE_MS = 3_600_000;

type InterviewMail = 'interview-invitation' | 'interview-cancellation' | 'interview-reminder';

/** An interview that mails are about. */
interface Subject {
  companyId: string;
  interviewId: string;
}

/** Orders the mails about planned interviews, in the transaction of what they tell of. */
export interface InterviewMails {
  /** Sends the candidate the link and the time; in production once the owner's e-mail is verified. */
  invite(trx: Transaction<Tables>, subject: Subject): Promise<void>;
  /** Tells the candidate that it will not take place. */
  callOff(trx: Transaction<Tables>, subject: Subject): Promise<void>;
  /** Reminds the interviewer when it comes near. */
  remind(trx: Transaction<Tables>, subject: Subject, scheduledAt: string): Promise<void>;
}

/** Makes the orders; where no mail is sent they order nothing. */
export function openInterviewMails(ctx: Pick<AppContext, 'mails' | 'config' | 'redis' | 'log'>): InterviewMails {
  const { mails } = ctx;
  const order = countMails(ctx, {
    purpose: 'candidate-mails',
    perDay: CANDIDATE_MAILS_PER_DAY,
    spent: 'the company has caused all the mails to candidates of a day',
  });
  const tellCandidate = (
    trx: Transaction<Tables>,
    kind: 'interview-invitation' | 'interview-cancellation',
    { companyId, interviewId }: Subject,
    isHeld = false,
  ) => order(trx, `${kind} ${companyId}`, { kind, data: { interview: interviewId }, companyId, interviewId, isHeld });
  return {
    async invite(trx, subject) {
      const isHeld = await hasToWait(ctx, trx, subject);
      // A second invitation replaces the first: another address of the same candidate.
      if (isHeld) await dropHeldMails(trx, subject.interviewId);
      await tellCandidate(trx, 'interview-invitation', subject, isHeld);
    },
    async callOff(trx, subject) {
      // An invitation that never left needs no cancellation.
      if (await dropHeldMails(trx, subject.interviewId)) return;
      await tellCandidate(trx, 'interview-cancellation', subject);
    },
    async remind(trx, { companyId, interviewId }, scheduledAt) {
      const due = Date.parse(scheduledAt) - REMINDED_BEFORE_MS;
      // Planned for within the hour: whoever did so knows.
      if (due <= Date.now()) return;
      const dueAt = new Date(due).toISOString();
      await mails.order(trx, {
        kind: 'interview-reminder',
        data: { interview: interviewId },
        companyId,
        interviewId,
        dueAt,
      });
    },
  };
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
