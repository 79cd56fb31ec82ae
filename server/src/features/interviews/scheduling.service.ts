import type { AuditDetails } from '@cip/contracts/audit';
import type { Body } from '@cip/contracts/endpoint';
import type {
  changeInterview as changeCall,
  Interview,
  scheduleInterview as scheduleCall,
} from '@cip/contracts/interviews';
import type { AppContext } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { requireName, valueOrNull } from '../../platform/http/names.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { requireInterviewPlanned } from '../billing/plans/limits.service.ts';
import { createDocument } from '../documents/documents.service.ts';
import { findTemplateSwitches } from '../questions/templates.service.ts';
import { presetAllowed } from '../runs/run-settings.service.ts';
import { switchAsking } from './admissions.service.ts';
import { orderCancellation, orderInvitation, orderReminder } from './interview-mails.service.ts';
import { recordCandidateAccount } from './candidate-accounts.repository.ts';
import * as interviews from './interviews.repository.ts';
import { ended, fieldsFrom, noAccess, recordInterview, requireInterview, roomCodeTaken } from './interviews.service.ts';
import { requireTeamNotes } from './team-notes.service.ts';
import { findInterviewForRoom } from './room-state.repository.ts';

/** The context of scheduling, whose e-mails are ordered in the same transaction. */
type SchedulingContext = Pick<AppContext, 'db' | 'config' | 'mails' | 'limits' | 'log'>;

/** Tolerated delay of the client's clock (ms). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Interviews are scheduled at most a year ahead (ms). */
const MAX_AHEAD_MS = 366 * 24 * 3600 * 1000;

/**
 * Schedules an interview, or returns the company's existing one with the room code. The plan's limits apply when it
 * starts. Throws `plan_required`, `limit_reached`, `invalid` for a field, or `conflict` for another company's room
 * code.
 */
export function scheduleInterview(
  ctx: SchedulingContext,
  principal: Principal,
  { room_code, candidate_name, candidate_email, scheduled_at, time_zone, ...settings }: Body<typeof scheduleCall>,
): Promise<Interview> {
  const { companyId, userId, name } = principal;
  const candidateName = requireName('candidate_name', candidate_name);
  const moment = parseScheduledAt(scheduled_at);
  const timeZone = time_zone === undefined ? null : parseTimeZone(time_zone);
  return ctx.db.transaction().execute(async (trx) => {
    // Before the query: of two concurrent calls the second must find the interview of the first.
    await lockCompany(trx, companyId);
    const existing = await interviews.findByRoomCode(trx, companyId, room_code);
    if (existing) return existing;
    if (await findInterviewForRoom(trx, room_code)) throw roomCodeTaken();
    await requireInterviewPlanned(trx, companyId);
    const template = await findTemplateSwitches(trx, companyId, settings.template_id);
    const id = await interviews.insert(trx, {
      company_id: companyId,
      interviewer_id: userId,
      interviewer_name: name,
      room_code,
      candidate_name: candidateName,
      candidate_email: valueOrNull(candidate_email),
      scheduled_at: moment,
      time_zone: timeZone,
      asks_before_admitting: true,
      ...fieldsFrom(template),
      ...(settings.asks_before_admitting !== undefined && { asks_before_admitting: settings.asks_before_admitting }),
    });
    if (id === undefined) throw roomCodeTaken();
    if (template) await presetAllowed(trx, id, template.allows_runs);
    await createDocument(trx, id);
    await recordInterview(trx, companyId, 'interview.scheduled', { userId }, room_code);
    const interview = await requireInterview(trx, companyId, id);
    const subject = { companyId, interviewId: id };
    if (interview.candidate_email !== null) await orderInvitation(ctx, trx, subject);
    await orderReminder(ctx, trx, subject, moment);
    return interview;
  });
}

function parseScheduledAt(text: string): string {
  const moment = Date.parse(text);
  const ahead = moment - Date.now();
  if (!(ahead > -CLOCK_TOLERANCE_MS)) throw invalid('scheduled_at', 'Please choose a time in the future.');
  if (ahead > MAX_AHEAD_MS) throw invalid('scheduled_at', 'Please choose a time within a year.');
  return new Date(moment).toISOString();
}

function parseTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw invalid('time_zone', 'This time zone is not known.');
  }
}

/** Cancels a scheduled interview; idempotent. Throws `conflict` for an active one, `ended`, or `not_found`. */
export function cancelInterview(
  ctx: SchedulingContext,
  { companyId, userId }: Principal,
  id: string,
): Promise<Interview> {
  return ctx.db.transaction().execute(async (trx) => {
    const locked = await interviews.lockById(trx, companyId, id);
    if (!locked) throw noAccess();
    if (locked.status === 'active') throw conflict('This session is running. End it instead.');
    if (locked.status === 'completed') throw ended();
    if (locked.status === 'scheduled') {
      await interviews.markCancelled(trx, companyId, id);
      await recordInterview(trx, companyId, 'interview.cancelled', { userId }, locked.room_code);
    }
    const interview = await requireInterview(trx, companyId, id);
    if (locked.status === 'scheduled' && interview.candidate_email !== null)
      await orderCancellation(ctx, trx, { companyId, interviewId: id });
    return interview;
  });
}

/**
 * Updates the candidate, the company's private notes and whether the interview asks before admitting. A new e-mail
 * address of a scheduled interview gets an invitation. Throws `not_found`, `invalid` for a name that is too long, or `conflict`
 * for team notes that the account may not read yet.
 */
export async function changeInterview(
  ctx: SchedulingContext & Pick<AppContext, 'rooms' | 'findHiddenNotes'>,
  principal: Principal,
  id: string,
  { candidate_name, candidate_email, notes, asks_before_admitting: asks }: Body<typeof changeCall>,
): Promise<Interview> {
  const { companyId, userId } = principal;
  const changed = await ctx.db.transaction().execute(async (trx) => {
    await interviews.lockById(trx, companyId, id);
    const before = await requireInterview(trx, companyId, id);
    if (notes !== undefined) await requireTeamNotes(ctx, trx, principal, id);
    await recordCandidateAccount(trx, id);
    await interviews.change(trx, companyId, id, {
      ...(candidate_name !== undefined && { candidate_name: requireName('candidate_name', candidate_name) }),
      ...(candidate_email !== undefined && { candidate_email: valueOrNull(candidate_email) }),
      // Not trimmed: indentation and empty lines of notes are kept.
      ...(notes !== undefined && { notes: notes?.trim() ? notes : null }),
    });
    const host = { interviewId: id, companyId, roomCode: before.room_code, userId };
    if (asks !== undefined) await switchAsking(trx, host, asks);
    const interview = await requireInterview(trx, companyId, id);
    const fields = changedFields(before, interview);
    if (fields.length > 0)
      await recordInterview(trx, companyId, 'interview.changed', { userId }, interview.room_code, { fields });
    const isInvited = interview.candidate_email !== null && fields.includes('email');
    if (isInvited && interview.status === 'scheduled') await orderInvitation(ctx, trx, { companyId, interviewId: id });
    return interview;
  });
  if (asks !== undefined) ctx.rooms.syncAdmissions(id);
  return changed;
}

function changedFields(before: Interview, after: Interview): AuditDetails['fields'] & {} {
  return [
    ...(after.candidate_name === before.candidate_name ? [] : (['name'] as const)),
    ...(after.candidate_email === before.candidate_email ? [] : (['email'] as const)),
    ...(after.notes === before.notes ? [] : (['notes'] as const)),
  ];
}
