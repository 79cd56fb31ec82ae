import type { Interview } from '@cip/contracts/interviews/interviews';
import type { MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { orderLimited } from '../../../platform/mail/limited-mails.ts';
import { deleteMailsAbout } from '../../../platform/mail/delete-mails.ts';
import { deleteHeldMails } from '../../../platform/mail/held-mails.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { mailsWait } from '../../accounts/emails/email-verification.service.ts';
import { orderColleagueMails } from './colleague-mails.service.ts';
import { candidateLimits, colleagueLimit } from './mail-limits.ts';
import { colleaguesOf, invitedTo } from './recipients.service.ts';
import { takeUnattended } from '../room-state.repository.ts';

/** How long before an interview its interviewer is reminded (ms). */
const REMINDER_LEAD_MS = 3_600_000;
/** When a candidate is reminded (ms before the interview): the day before, or that day if it is planned later. */
const CANDIDATE_LEADS_MS = [24 * 3_600_000, 2 * 3_600_000];
/** If a reminder follows its invitation sooner than this, it says nothing new (ms). */
const REMINDER_GAP_MS = 3_600_000;
/** How long a candidate waits in a room without interviewers before their interviewer gets an e-mail (s). */
const UNATTENDED_S = 180;

/** E-mails about an interview to its candidate, which count as theirs. */
export type CandidateMail =
  | 'interview-invitation'
  | 'interview-change'
  | 'interview-cancellation'
  | 'candidate-reminder';

/** The interview that an e-mail is about. */
interface InterviewRef {
  companyId: string;
  interviewId: string;
}

/**
 * Orders the e-mail with link and time to the candidate, if they have an address, and their reminder, in the
 * transaction of the change. In production it waits until the owner's e-mail is verified. Returns false if it is
 * dropped.
 */
export async function orderInvitation(
  ctx: MailContext,
  trx: Transaction,
  companyId: string,
  plan: Interview,
): Promise<boolean> {
  const { id: interviewId, candidate_email: to } = plan;
  if (to === null) return true;
  // They were ordered for an earlier address, and would be sent to this one.
  await deleteMailsAbout(trx, interviewId, ['interview-invitation', 'interview-change']);
  const isHeld = await mailsWait(ctx, trx, companyId);
  await orderCandidateReminder(ctx, trx, companyId, plan);
  return orderCandidateMail(ctx, trx, 'interview-invitation', { companyId, interviewId, to }, { isHeld });
}

/**
 * Orders the invitations of a new plan: of its candidate, if they have an address, and of its interviewers. Returns
 * false if the candidate's is dropped.
 */
export async function orderInvitations(
  ctx: MailContext,
  trx: Transaction,
  plan: Interview,
  by: Principal,
): Promise<boolean> {
  const { companyId } = by;
  const isOrdered = await orderInvitation(ctx, trx, companyId, plan);
  const isHeld = await mailsWait(ctx, trx, companyId);
  const order = { companyId, interviewId: plan.id, userIds: colleaguesOf(plan, by), isHeld };
  await orderColleagueMails(ctx, trx, 'colleague-invitation', order);
  return isOrdered;
}

/**
 * Orders the e-mails with the new plan to the candidate, if they have an address, and to all interviewers, old and new,
 * and the reminders for the new time. An invitation that is held will have the new plan. Returns false if the
 * candidate's is dropped.
 */
export async function orderPlanChange(
  ctx: MailContext,
  trx: Transaction,
  { before, after }: { before: Interview; after: Interview },
  by: Principal,
): Promise<boolean> {
  const ref = { companyId: by.companyId, interviewId: after.id };
  await deleteMailsAbout(trx, ref.interviewId, ['interview-reminder']);
  await orderReminder(ctx, trx, ref, after.scheduled_at);
  await orderCandidateReminder(ctx, trx, ref.companyId, after);
  const told = await invitedTo(trx, before, by);
  const { candidate_email: to } = after;
  const isOrdered =
    to === null || !told.candidate || (await orderCandidateMail(ctx, trx, 'interview-change', { ...ref, to }));
  const [were, are] = [colleaguesOf(before, by), colleaguesOf(after, by)];
  const orderFor = (kind: Parameters<typeof orderColleagueMails>[2], userIds: string[], isHeld = false) =>
    orderColleagueMails(ctx, trx, kind, { ...ref, userIds, isHeld });
  const added = are.filter((id) => !were.includes(id));
  await orderFor('colleague-invitation', added, await mailsWait(ctx, trx, ref.companyId));
  const stays = (id: string) => are.includes(id);
  await orderFor('colleague-change', told.users.filter(stays));
  await orderFor(
    'colleague-removal',
    told.users.filter((id) => !stays(id)),
  );
  return isOrdered;
}

/** Orders the e-mails that the interview is cancelled, to all whose invitations were sent. */
export async function orderCancellation(
  ctx: MailContext,
  trx: Transaction,
  plan: Interview,
  by: Principal,
): Promise<void> {
  const ref = { companyId: by.companyId, interviewId: plan.id };
  const told = await invitedTo(trx, plan, by);
  await deleteHeldMails(trx, ref.interviewId);
  const { candidate_email: to } = plan;
  if (to !== null && told.candidate) await orderCandidateMail(ctx, trx, 'interview-cancellation', { ...ref, to });
  await orderColleagueMails(ctx, trx, 'colleague-cancellation', { ...ref, userIds: told.users });
}

/** Orders the reminder of the interviewer, unless the interview is planned within the hour. */
export async function orderReminder(
  ctx: MailContext,
  trx: Transaction,
  { companyId, interviewId }: InterviewRef,
  scheduledAt: string | null,
): Promise<void> {
  if (scheduledAt === null || Date.parse(scheduledAt) - REMINDER_LEAD_MS <= Date.now()) return;
  const dueAt = before(scheduledAt, REMINDER_LEAD_MS);
  const order = {
    kind: 'interview-reminder' as const,
    data: { interview: interviewId },
    companyId,
    interviewId,
    dueAt,
  };
  await orderLimited(ctx, trx, order, colleagueLimit(ctx, order.kind, companyId));
}

/** Orders the reminder of the candidate in place of an earlier one, if they have an address and did not decline. */
async function orderCandidateReminder(
  ctx: MailContext,
  trx: Transaction,
  companyId: string,
  { id: interviewId, scheduled_at: scheduledAt, candidate_email: to, declined_at: declinedAt }: Interview,
): Promise<void> {
  await deleteMailsAbout(trx, interviewId, ['candidate-reminder']);
  if (scheduledAt === null || to === null || declinedAt !== null) return;
  const left = Date.parse(scheduledAt) - Date.now();
  const lead = CANDIDATE_LEADS_MS.find((each) => left - each > REMINDER_GAP_MS);
  if (lead === undefined) return;
  const options = { dueAt: before(scheduledAt, lead) };
  await orderCandidateMail(ctx, trx, 'candidate-reminder', { companyId, interviewId, to }, options);
}

const before = (moment: string, ms: number) => new Date(Date.parse(moment) - ms).toISOString();

/**
 * Orders one e-mail per interview to its interviewer if a candidate has waited for three minutes and no interviewer was
 * in the room for as long. Does nothing if mail is off.
 */
export async function orderWaitingMails({ db, mails }: MailContext, interviewIds: string[]): Promise<void> {
  if (!mails.isOn || interviewIds.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { id, companyId } of await takeUnattended(trx, interviewIds, UNATTENDED_S))
      await mails.order(trx, { kind: 'candidate-waiting', data: { interview: id }, companyId, interviewId: id });
  });
}

/** Orders the e-mail that the candidate cannot make it, to the leading interviewer and to the planner. */
export async function orderDecline(
  ctx: MailContext,
  trx: Transaction,
  { companyId, interviewId }: InterviewRef,
): Promise<void> {
  await deleteMailsAbout(trx, interviewId, ['candidate-reminder']);
  const limit = colleagueLimit(ctx, 'candidate-declined', companyId);
  for (const data of [{ interview: interviewId }, { interview: interviewId, to: 'planner' as const }])
    await orderLimited(ctx, trx, { kind: 'candidate-declined', data, companyId, interviewId }, limit);
}

/** Orders an e-mail to a candidate's address. Returns false if it is dropped. */
function orderCandidateMail(
  ctx: MailContext,
  trx: Transaction,
  kind: CandidateMail,
  { companyId, interviewId, to }: InterviewRef & { to: string },
  options: { isHeld?: boolean; dueAt?: string } = {},
): Promise<boolean> {
  const order = { kind, data: { interview: interviewId }, companyId, interviewId, ...options };
  return orderLimited(ctx, trx, order, ...candidateLimits(ctx, kind, { companyId, to }));
}
