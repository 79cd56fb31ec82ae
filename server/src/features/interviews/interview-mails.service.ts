import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { orderLimited } from '../../platform/mail/limited-mails.ts';
import { deleteHeldMails } from '../../platform/mail/held-mails.ts';
import type { Composers } from '../../platform/mail/mail-queue.ts';
import { readPreferences } from '../accounts/company/company.service.ts';
import { findOwner } from '../accounts/users/users.service.ts';
import * as emails from './interview-emails.ts';
import { readAdmissions } from './admissions.service.ts';
import { findMailData } from './interview-mail-data.repository.ts';
import { takeUnattended } from './room-state.repository.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'interview-invitation': { interview: string };
    'interview-cancellation': { interview: string };
    'interview-reminder': { interview: string };
    'candidate-waiting': { interview: string };
  }
}

/** How long before an interview its interviewer is reminded (ms). */
const REMINDER_LEAD_MS = 3_600_000;
/** How long a candidate waits in a room without interviewers before their interviewer gets an e-mail (s). */
const UNATTENDED_S = 180;

type InterviewMail = 'interview-invitation' | 'interview-cancellation' | 'interview-reminder' | 'candidate-waiting';

/** The interview that an e-mail is about. */
interface InterviewRef {
  companyId: string;
  interviewId: string;
}

type OrderContext = Pick<AppContext, 'mails' | 'config' | 'limits' | 'log'>;

/**
 * Orders the e-mail with link and time to the candidate, in the transaction of the change. In production it waits until
 * the owner's e-mail is verified.
 */
export async function orderInvitation(ctx: OrderContext, trx: Transaction<Tables>, ref: InterviewRef): Promise<void> {
  const isHeld = await mustHold(ctx, trx, ref);
  // A second invitation, to a new address, replaces the first.
  if (isHeld) await deleteHeldMails(trx, ref.interviewId);
  await orderCandidateMail(ctx, trx, 'interview-invitation', ref, isHeld);
}

/** Orders the e-mail that the interview is cancelled, unless the invitation was never sent. */
export async function orderCancellation(ctx: OrderContext, trx: Transaction<Tables>, ref: InterviewRef): Promise<void> {
  if (await deleteHeldMails(trx, ref.interviewId)) return;
  await orderCandidateMail(ctx, trx, 'interview-cancellation', ref);
}

/** Orders the reminder of the interviewer; none for an interview planned within the hour. */
export async function orderReminder(
  { mails }: Pick<AppContext, 'mails'>,
  trx: Transaction<Tables>,
  { companyId, interviewId }: InterviewRef,
  scheduledAt: string,
): Promise<void> {
  const due = Date.parse(scheduledAt) - REMINDER_LEAD_MS;
  if (due <= Date.now()) return;
  const dueAt = new Date(due).toISOString();
  const data = { interview: interviewId };
  await mails.order(trx, { kind: 'interview-reminder', data, companyId, interviewId, dueAt });
}

/**
 * Orders one e-mail per interview to its interviewer when a candidate has waited for three minutes and no interviewer
 * was in the room for as long. Does nothing without mail.
 */
export async function orderWaitingMails(
  { db, mails }: Pick<AppContext, 'db' | 'mails'>,
  interviewIds: string[],
): Promise<void> {
  if (!mails.isOn || interviewIds.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { id, companyId } of await takeUnattended(trx, interviewIds, UNATTENDED_S))
      await mails.order(trx, { kind: 'candidate-waiting', data: { interview: id }, companyId, interviewId: id });
  });
}

async function orderCandidateMail(
  ctx: OrderContext,
  trx: Transaction<Tables>,
  kind: 'interview-invitation' | 'interview-cancellation',
  { companyId, interviewId }: InterviewRef,
  isHeld = false,
): Promise<void> {
  const order = { kind, data: { interview: interviewId }, companyId, interviewId, isHeld };
  await orderLimited(ctx, trx, order, { limit: ctx.limits.candidateMails, key: `${kind} ${companyId}` });
}

/** Returns whether invitations are held: production requires a verified e-mail, so that it is no relay for spam. */
async function mustHold(
  { config, mails }: Pick<AppContext, 'config' | 'mails'>,
  trx: Transaction<Tables>,
  { companyId }: InterviewRef,
): Promise<boolean> {
  if (!config.production || !mails.isOn) return false;
  return (await findOwner(trx, companyId)).email_verified_at === null;
}

/** Returns the composers of the e-mails about interviews. They use the data at the time of sending. */
export function interviewMails({ db, origin }: Pick<AppContext, 'db' | 'origin'>): Composers<InterviewMail> {
  // The editor's address, not the candidate's link, which would open the room as a candidate.
  const linkOf = ({ room_code }: { room_code: string }) => `${origin()}/editor?room=${room_code}`;
  const loadScheduled = async ({ interview }: { interview: string }) => {
    const data = await findMailData(db, interview);
    if (!data || data.scheduled_at === null) return null;
    return { ...data, scheduled_at: data.scheduled_at };
  };
  return {
    async 'interview-invitation'(data) {
      const interview = await loadScheduled(data);
      if (interview?.status !== 'scheduled' || !interview.candidate_email) return null;
      return emails.invitation({ ...interview, link: `${origin()}/codeshare/${interview.room_code}` });
    },
    async 'interview-cancellation'(data) {
      const interview = await loadScheduled(data);
      return interview?.status === 'cancelled' && interview.candidate_email ? emails.cancellation(interview) : null;
    },
    async 'interview-reminder'(data) {
      const interview = await loadScheduled(data);
      if (interview?.status !== 'scheduled' || Date.parse(interview.scheduled_at) < Date.now()) return null;
      const { sessionReminders } = await readPreferences(db, interview.company_id);
      return sessionReminders ? emails.reminder({ ...interview, link: linkOf(interview) }) : null;
    },
    async 'candidate-waiting'({ interview }) {
      const data = await findMailData(db, interview);
      const [first] = (await readAdmissions(db, [interview])).get(interview)?.waiting ?? [];
      if (data?.status !== 'active' || !first) return null;
      return emails.candidateWaiting({ ...data, candidate_name: first.name, link: linkOf(data) });
    },
  };
}
