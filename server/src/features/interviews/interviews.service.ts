import type { AuditAction, AuditDetails } from '@cip/contracts/accounts/audit';
import { foldText } from '@cip/contracts/protocol/fold-text';
import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import type { Body, Query } from '@cip/contracts/protocol/endpoint';
import type { Interview, InterviewWithCode, listInterviews as listCall } from '@cip/contracts/interviews/interviews';
import type { quickStart as quickStartCall } from '@cip/contracts/interviews/planning';
import { NO_ACCESS } from '@cip/contracts/protocol/not-found';
import { DEFAULT_COMPLETION, type Rules } from '@cip/contracts/rooms/rules';
import type { Transaction } from 'kysely';
import type { AppContext, DbContext, DocumentContext, RoomContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { companyCallLink, companyRules, tidyRule } from '../accounts/company/company.service.ts';
import { recordAudit, type Actor } from '../audit/audit.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { requireInterviewStart } from '../billing/limits.service.ts';
import { createDocument, readCode, finalizeDocument } from '../documents/documents.service.ts';
import { findTemplateSwitches, type TemplateSwitches } from '../questions/templates.service.ts';
import { endRunOf } from '../runs/run-expiry.service.ts';
import { presetAllowed } from '../runs/run-settings.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { firstJoinedAt } from './candidates.repository.ts';
import { announceInterview } from './interview-webhooks.service.ts';
import * as interviews from './interviews.repository.ts';
import * as rooms from './room-state.repository.ts';
import { scopeOf, wholeCompany, type Scope } from './scope.service.ts';

export { findCandidate, findRemovedCandidates, markCandidateRemoved } from './candidates.repository.ts';
export { listActive as listActiveInterviews } from './interviews.repository.ts';
export {
  findClosedInterviews,
  findInterviewForRoom,
  findUnseen,
  isInScope,
  markHosted,
  markOccupied,
  setTypingMode,
  type AccountInRoom,
} from './room-state.repository.ts';

/** If a room has been empty for this long, its interview ends (hours). */
const ABANDONED_AFTER_HOURS = 8;

export const noAccess = () => notFound(NO_ACCESS);
export const ended = () => new AppError('ended', 'This session has ended.');

/**
 * Starts an interview, or returns the company's existing one with the room code. Throws `conflict` if another company
 * has the room code, `plan_required`, `limit_reached`, or `invalid` for an unknown template.
 */
export function quickStart(
  { db }: DbContext,
  principal: Principal,
  { room_code: roomCode, template_id: templateId, ...chosen }: Body<typeof quickStartCall>,
): Promise<Interview> {
  const { companyId, userId, name } = principal;
  return db.transaction().execute(async (trx) => {
    // Before the query, so that the second of two concurrent calls finds the interview of the first.
    await lockCompany(trx, companyId);
    const existing = await interviews.findByRoomCode(trx, scopeOf(principal), roomCode);
    if (existing) return existing;
    if (await rooms.findInterviewForRoom(trx, roomCode)) throw roomCodeTaken();
    await requireInterviewStart(trx, companyId);
    const template = await findTemplateSwitches(trx, companyId, templateId);
    const id = await interviews.insert(trx, {
      company_id: companyId,
      interviewer_id: userId,
      interviewer_name: name,
      started_by: userId,
      room_code: roomCode,
      call_link: await companyCallLink(trx, companyId),
      ...(await ruleColumns(trx, companyId, chosen, template)),
      ...fieldsFrom(template),
    });
    if (id === undefined) throw roomCodeTaken();
    if (template) await presetAllowed(trx, id, template.allows_runs);
    await interviews.recordStart(trx, companyId, id);
    await createDocument(trx, id);
    await recordInterview(trx, companyId, 'interview.started', principal, roomCode);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await recordOpening(trx, interview, userId);
    await announceInterview(trx, companyId, 'interview.started', interview);
    return interview;
  });
}

/** Returns the columns that an interview takes over from its template. */
export function fieldsFrom(template: TemplateSwitches | undefined) {
  if (!template) return {};
  const { id, asks_before_admitting, typing_mode } = template;
  return { template_id: id, asks_before_admitting, typing_mode };
}

/** Returns the rule columns of a new interview: each as chosen, as its template has it, or as its company has it. */
export async function ruleColumns(
  trx: Transaction<Tables>,
  companyId: string,
  chosen: { [K in keyof Rules]?: Rules[K] | undefined },
  template: TemplateSwitches | undefined,
) {
  const ofCompany = await companyRules(trx, companyId);
  const rule = chosen.rule === undefined ? (template?.rule ?? ofCompany.rule) : tidyRule(chosen.rule);
  return {
    rule: rule && JSON.stringify(rule),
    completion: chosen.completion ?? template?.completion ?? ofCompany.completion,
  };
}

async function recordOpening(
  trx: Transaction<Tables>,
  { id: interviewId, rule, completion }: Interview,
  participantId: string,
): Promise<void> {
  const by = { interviewId, participantId };
  await recordEvent(trx, { ...by, opId: 'opened' }, { kind: 'opened', data: {} });
  if (rule) await recordEvent(trx, { ...by, opId: 'first-rule' }, { kind: 'rule', data: { rule } });
  if (completion !== DEFAULT_COMPLETION)
    await recordEvent(trx, { ...by, opId: 'first-completion' }, { kind: 'completion', data: { completion } });
}

/** Records an action on an interview in the audit log. */
export function recordInterview(
  trx: Transaction<Tables>,
  companyId: string,
  action: AuditAction,
  by: Actor,
  roomCode: string,
  details: Pick<AuditDetails, 'fields' | 'days'> = {},
): Promise<void> {
  return recordAudit(trx, { companyId, action, by, details: { room_code: roomCode, ...details } });
}

export const roomCodeTaken = () => conflict('This room code is already in use. Please start again with another one.');

/** Returns an interview in scope. Throws `not_found`. */
export async function requireInterview(db: AppContext['db'], scope: Scope, interviewId: string): Promise<Interview> {
  const interview = await interviews.findById(db, scope, interviewId);
  if (!interview) throw noAccess();
  return interview;
}

/** Locks an interview in scope until the transaction ends, and returns it. Throws `not_found`. */
export async function lockInterview(trx: Transaction<Tables>, scope: Scope, interviewId: string) {
  const interview = await interviews.lockById(trx, scope, interviewId);
  if (!interview) throw noAccess();
  return interview;
}

/** Returns an interview in scope with its code. Throws `not_found`. */
export async function readInterviewByRoom(
  ctx: DocumentContext,
  scope: Scope,
  roomCode: string,
): Promise<InterviewWithCode> {
  const interview = await interviews.findByRoomCode(ctx.db, scope, roomCode);
  if (!interview) throw noAccess();
  const [code, joinedAt] = await Promise.all([readCode(ctx, interview.id), firstJoinedAt(ctx.db, interview.id)]);
  return { ...interview, candidate_joined_at: joinedAt, code_editor_data: [code] };
}

/** Returns a page of the interviews in scope, newest first; upcoming ones by their start. */
export async function listInterviews(
  { db }: DbContext,
  scope: Scope,
  { page, search = '', ...given }: Query<typeof listCall>,
) {
  const filter = { ...given, search: foldText(search.trim()) || undefined };
  const [rows, total] = await Promise.all([
    interviews.list(db, scope, pageBounds(page, PAGE_SIZE), filter),
    interviews.count(db, scope, filter),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/**
 * Starts a scheduled interview; returns an active one unchanged. Throws as quickStart does, `ended`, or `not_found`.
 */
export function startInterview({ db }: DbContext, principal: Principal, id: string): Promise<Interview> {
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const locked = await lockInterview(trx, scopeOf(principal), id);
    if (locked.status === 'completed' || locked.status === 'cancelled') throw ended();
    if (locked.status === 'active') return requireInterview(trx, wholeCompany(companyId), id);
    await requireInterviewStart(trx, companyId);
    await interviews.markStarted(trx, principal, id);
    await interviews.recordStart(trx, companyId, id);
    await recordInterview(trx, companyId, 'interview.started', principal, locked.room_code);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await recordOpening(trx, interview, userId);
    await announceInterview(trx, companyId, 'interview.started', interview);
    return interview;
  });
}

/**
 * Ends an interview: collects held-back edits, sets it to completed, stores its code, announces the end and closes the
 * room. If it is completed already, it is returned unchanged. With `onlyId`, a newer interview with the same room code
 * does not end. Throws `not_found`.
 */
export async function endInterview(
  ctx: RoomContext,
  scope: Scope,
  roomCode: string,
  by: Actor,
  { onlyId, ...announcement }: { message: string; endedBy: string; onlyId?: string | undefined },
): Promise<Interview> {
  const { companyId } = scope;
  const found = await interviews.findByRoomCode(ctx.db, scope, roomCode);
  if (onlyId !== undefined && found?.id !== onlyId.toLowerCase()) throw noAccess();
  if (found?.status === 'active') await ctx.rooms.requestFlush(found.id);
  const { interview, isNew } = await ctx.db.transaction().execute(async (trx) => {
    const locked = await interviews.lockByRoomCode(trx, scope, roomCode);
    if (!locked || (onlyId !== undefined && locked.id !== onlyId.toLowerCase())) throw noAccess();
    const isRunning = locked.status !== 'completed';
    if (isRunning) {
      await interviews.markEnded(trx, companyId, locked.id);
      await endRunOf(trx, locked.id);
      await recordInterview(trx, companyId, 'interview.ended', by, roomCode);
      const participantId = typeof by === 'string' ? null : by.userId;
      await recordEvent(trx, { interviewId: locked.id, participantId, opId: 'ended' }, { kind: 'ended', data: {} });
    }
    const interview = await requireInterview(trx, wholeCompany(companyId), locked.id);
    if (isRunning) await announceInterview(trx, companyId, 'interview.ended', interview);
    return { interview, isNew: isRunning };
  });
  if (isNew) await closeRoom(ctx, interview.id, announcement);
  return interview;
}

// The status is final: the room is closed even if storing the last text fails and is left to the next read.
async function closeRoom(
  ctx: RoomContext,
  interviewId: string,
  announcement: { message: string; endedBy: string },
): Promise<void> {
  try {
    await finalizeDocument(ctx, interviewId);
  } finally {
    await ctx.rooms.close(interviewId, announcement);
  }
}

/**
 * Completes the interviews whose rooms have been empty for eight hours. Several nodes may run it in parallel: the row's
 * lock lets one of them end an interview, the others find it ended.
 */
export async function completeAbandoned(ctx: RoomContext): Promise<void> {
  for (const { company_id, room_code } of await rooms.listAbandoned(ctx.db, ABANDONED_AFTER_HOURS))
    await endInterview(ctx, wholeCompany(company_id), room_code, 'product', {
      message: 'This session was empty for a long time.',
      endedBy: '',
    });
}

/** Ignores `not_found`, because a concurrent call may have deleted the interview. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

/** Interviews deleted in one statement, so that none takes long, however large the logs are. */
const DELETE_BATCH = 25;

/** Deletes all interviews of a company, after ending the active ones. New ones may start meanwhile. */
export async function removeAllInterviews(
  ctx: RoomContext,
  { companyId, userId }: Principal,
  announcement: { message: string; endedBy: string },
): Promise<void> {
  for (const { room_code } of await interviews.listActive(ctx.db, wholeCompany(companyId)))
    await endInterview(ctx, wholeCompany(companyId), room_code, { userId }, announcement).catch(ignoreNotFound);
  for (;;) {
    const deleted = await interviews.deleteBatch(ctx.db, companyId, DELETE_BATCH);
    for (const id of deleted) ctx.documents.drop(id);
    if (deleted.length < DELETE_BATCH) return;
  }
}
