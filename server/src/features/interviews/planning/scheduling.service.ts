import type { AuditDetails } from '@cip/contracts/accounts/audit';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { changeInterview as changeCall, Interview, MailedReply } from '@cip/contracts/interviews/interviews';
import type { scheduleInterview as scheduleCall } from '@cip/contracts/interviews/planning';
import { mayInterview } from '@cip/contracts/accounts/roles';
import type { AppContext, MailContext } from '../../../context.ts';
import { conflict, ended, forbidden, invalid } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { retryDeadlocks } from '../../../platform/database/deadlock.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { requireName, valueOrNull } from '../../../platform/names.ts';
import { lockCompany } from '../../billing/billing.service.ts';
import { requireInterviewPlanned } from '../../billing/limits.service.ts';
import { createDocument } from '../../documents/documents.service.ts';
import { findTemplateSwitches } from '../../questions/templates/templates.service.ts';
import { presetAllowed } from '../../runs/run-settings.service.ts';
import { switchAsking } from '../admissions/admissions.service.ts';
import { orderWithdrawal } from '../mails/composed-mails.service.ts';
import {
  orderCancellation,
  orderInvitation,
  orderInvitations,
  orderReminder,
} from '../mails/interview-mails.service.ts';
import { orderNameChange } from '../mails/colleague-mails.service.ts';
import { announceInterview } from '../interview-webhooks.service.ts';
import { areSameRules, companyCallLink, requireCallLink, tidyRule } from '../../accounts/company/company.service.ts';
import { recordCandidateAccounts, requireCandidateEmail } from './candidate-accounts.service.ts';
import { replaceOthers } from '../interviewers.repository.ts';
import * as interviews from '../interviews.repository.ts';
import * as plans from './plan.repository.ts';
import { lockInterview, requireInterview } from '../interviews.service.ts';
import { fieldsFrom, roomCodeTaken, ruleColumns } from '../start-interview.service.ts';
import { recordInterview } from '../record-interview.service.ts';
import { parseScheduledAt, parseTimeZone, requireInterviewers } from './plan-fields.service.ts';
import { showRules, switchCompletion, switchRule } from './rules.service.ts';
import { scopeOf, wholeCompany } from '../scope.service.ts';
import { requireTeamNotes, withMail } from '../shown-interviews.service.ts';
import { findInterviewForRoom } from '../room-state.repository.ts';
import { notesAfter } from './team-notes.service.ts';

/** The message to a coordinator who would change more than the plan. */
const ONLY_CANDIDATE = 'Coordinators change the plan and the candidate, until the session begins.';

/**
 * Schedules an interview, or returns the existing one with the room code. The plan's limits apply when it starts.
 * Throws `plan_required`, `limit_reached`, `invalid` for a field, `forbidden` if a coordinator would turn the waiting
 * room off, or `conflict` if the room code is that of an interview that the caller does not see.
 */
export function scheduleInterview(
  ctx: MailContext,
  principal: Principal,
  { room_code, candidate_name, candidate_email, scheduled_at, time_zone, ...settings }: Body<typeof scheduleCall>,
): Promise<MailedReply> {
  const { companyId, userId } = principal;
  requirePlanning(principal, settings);
  const candidateName = requireName('candidate_name', candidate_name);
  const moment = parseScheduledAt(scheduled_at);
  const timeZone = time_zone === undefined ? null : parseTimeZone(time_zone);
  const callLink = settings.call_link === undefined ? undefined : requireCallLink(settings.call_link);
  return ctx.db.transaction().execute(async (trx) => {
    // Before the query, so that the second of two concurrent calls finds the interview of the first.
    await lockCompany(trx, companyId);
    const existing = await interviews.findByRoomCode(trx, scopeOf(principal), room_code);
    if (existing) return { session: existing };
    if (await findInterviewForRoom(trx, room_code)) throw roomCodeTaken();
    await requireInterviewPlanned(trx, companyId);
    const [first, ...others] = await requireInterviewers(trx, companyId, settings.interviewer_ids ?? [userId]);
    const template = await findTemplateSwitches(trx, companyId, settings.template_id);
    const id = await interviews.insert(trx, {
      company_id: companyId,
      interviewer_id: first.id,
      interviewer_name: first.name,
      planned_by: userId,
      room_code,
      candidate_name: candidateName,
      candidate_email: valueOrNull(candidate_email),
      scheduled_at: moment,
      time_zone: timeZone,
      call_link: callLink === undefined ? await companyCallLink(trx, companyId) : callLink,
      ...(await ruleColumns(trx, companyId, settings, template)),
      ...(settings.minutes !== undefined && { minutes: settings.minutes }),
      ...fieldsFrom(template),
      // A plan has a waiting room unless it says otherwise, with every template. A coordinator's always has one,
      // because its link would otherwise show them the code.
      asks_before_admitting: settings.asks_before_admitting !== false || !mayInterview(principal.role),
    });
    if (id === undefined) throw roomCodeTaken();
    await replaceOthers(trx, id, others);
    if (template) await presetAllowed(trx, id, template.allows_runs);
    await createDocument(trx, id);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await requireCandidateEmail(trx, principal, interview, interview.candidate_email);
    await recordInterview(trx, companyId, 'interview.scheduled', principal, room_code);
    await recordCandidateAccounts(trx, principal, interview, false, async () => {});
    await announceInterview(trx, companyId, 'interview.planned', interview);
    const isMailed = await orderInvitations(ctx, trx, interview, principal);
    await orderReminder(ctx, trx, { companyId, interviewId: id }, moment);
    return withMail(interview, isMailed);
  });
}

/** Throws `forbidden` or `invalid` if a coordinator, who is in no room, may not make the plan. */
function requirePlanning(
  { role }: Principal,
  plan: Pick<Body<typeof scheduleCall>, 'asks_before_admitting' | 'interviewer_ids'>,
) {
  if (mayInterview(role)) return;
  if (plan.asks_before_admitting === false) throw forbidden(ONLY_CANDIDATE);
  if (plan.interviewer_ids === undefined) throw invalid('interviewer_ids', 'Choose who interviews.');
}

/** Cancels a scheduled interview; idempotent. Throws `conflict` if it is active, `ended`, or `not_found`. */
export function cancelInterview(ctx: MailContext, principal: Principal, id: string): Promise<Interview> {
  const { companyId } = principal;
  return ctx.db.transaction().execute(async (trx) => {
    const locked = await lockInterview(trx, scopeOf(principal), id);
    if (locked.status === 'active') throw conflict('This session is running. End it instead.');
    if (locked.status === 'completed') throw ended();
    if (locked.status === 'cancelled') return requireInterview(trx, wholeCompany(companyId), id);
    await plans.markCancelled(trx, companyId, id);
    await recordInterview(trx, companyId, 'interview.cancelled', principal, locked.room_code);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await announceInterview(trx, companyId, 'interview.cancelled', interview);
    await orderCancellation(ctx, trx, interview, principal);
    return interview;
  });
}

/**
 * Updates the candidate, the company's private notes, the rule, completion and the waiting room. If a scheduled
 * interview gets a new e-mail address, that gets an invitation, and the old one an e-mail that it is withdrawn. A
 * coordinator changes only the candidate, until the interview begins. Throws `not_found`, `forbidden`, `invalid` for a
 * name that is too long or a colleague's e-mail, `ended` for another rule of an interview that is over, or `conflict`
 * for team notes that the account may not read yet or that are too long together with a colleague's.
 */
export async function changeInterview(
  ctx: AppContext,
  principal: Principal,
  id: string,
  change: Body<typeof changeCall>,
): Promise<MailedReply> {
  const { companyId, userId } = principal;
  const { candidate_name, candidate_email, notes, asks_before_admitting: asks, rule, completion } = change;
  const store = async (trx: Transaction) => {
    await lockInterview(trx, scopeOf(principal), id);
    const before = await requireInterview(trx, wholeCompany(companyId), id);
    if (!mayInterview(principal.role)) requireCandidateOnly(before, notes, asks, rule, completion);
    if (notes !== undefined) await requireTeamNotes(ctx, trx, principal, id);
    const email = candidate_email === undefined ? undefined : valueOrNull(candidate_email);
    if (email !== undefined) await requireCandidateEmail(trx, principal, before, email);
    const isReaddressed = email !== undefined && email?.toLowerCase() !== before.candidate_email?.toLowerCase();
    const changes = {
      ...(candidate_name !== undefined && { candidate_name: requireName('candidate_name', candidate_name) }),
      ...(email !== undefined && { candidate_email: email }),
      // Who is invited now has not declined.
      ...(isReaddressed && email !== null && { declined_at: null, decline_note: null }),
      ...(notes !== undefined && { notes: await notesAfter(trx, before, change) }),
    };
    if (isReaddressed) await orderWithdrawal(ctx, trx, before);
    await recordCandidateAccounts(trx, principal, before, email !== undefined, () =>
      interviews.change(trx, companyId, id, changes),
    );
    const host = { interviewId: id, companyId, roomCode: before.room_code, userId, key: principal.key };
    if (asks !== undefined) await switchAsking(trx, host, asks);
    if (rule !== undefined) await switchRule(trx, host, before.status, tidyRule(rule));
    if (completion !== undefined) await switchCompletion(trx, host, before.status, completion);
    const isRenamed = before.status === 'scheduled' && isOtherName(before, changes);
    // Calendars take an event of another address, and a cancellation, only with a higher revision.
    if (isRenamed || (before.status === 'scheduled' && isReaddressed)) await plans.raiseRevision(trx, companyId, id);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    const fields = changedFields(before, interview);
    if (fields.length > 0)
      await recordInterview(trx, companyId, 'interview.changed', principal, interview.room_code, { fields });
    const isInvited = isReaddressed && interview.status === 'scheduled';
    const isMailed = !isInvited || (await orderInvitation(ctx, trx, companyId, interview));
    if (isRenamed) await orderNameChange(ctx, trx, interview, principal);
    return withMail(interview, isMailed);
  };
  // An interviewer's new e-mail locks the account first, this the interview.
  const changed = await retryDeadlocks(() => ctx.db.transaction().execute(store));
  if (rule !== undefined || completion !== undefined)
    await showRules(ctx, id, { rule: rule && changed.session.rule, completion });
  if (asks !== undefined) await ctx.rooms.syncAdmissions(id);
  return changed;
}

const isOtherName = ({ candidate_name: before }: Interview, { candidate_name: name }: { candidate_name?: string }) =>
  name !== undefined && name !== before;

function requireCandidateOnly({ status }: Interview, ...others: unknown[]): void {
  if (others.some((field) => field !== undefined) || status !== 'scheduled') throw forbidden(ONLY_CANDIDATE);
}

function changedFields(before: Interview, after: Interview): AuditDetails['fields'] & {} {
  return [
    ...(after.candidate_name === before.candidate_name ? [] : (['name'] as const)),
    ...(after.candidate_email === before.candidate_email ? [] : (['email'] as const)),
    ...(after.notes === before.notes ? [] : (['notes'] as const)),
    ...(areSameRules(before, after) ? [] : (['rule'] as const)),
  ];
}
