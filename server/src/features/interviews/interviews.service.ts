import type { AuditAction, AuditDetails } from '@cip/contracts/audit';
import { PAGE_SIZE } from '@cip/contracts/common';
import type { Body, Query } from '@cip/contracts/endpoint';
import type {
  Interview,
  InterviewWithCode,
  listInterviews as listCall,
  quickStart as quickStartCall,
} from '@cip/contracts/interviews';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../platform/database/database.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { recordAudit, type Actor } from '../audit/audit.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { requireInterviewStart } from '../billing/plans/limits.service.ts';
import { createDocument, readCode, finalizeDocument } from '../documents/documents.service.ts';
import { findTemplateSwitches, type TemplateSwitches } from '../questions/templates.service.ts';
import { endRunOf } from '../runs/run-expiry.service.ts';
import { presetAllowed } from '../runs/run-settings.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { firstJoinedAt } from './candidates.repository.ts';
import * as interviews from './interviews.repository.ts';
import * as rooms from './room-state.repository.ts';

export { findCandidate, findRemovedCandidates, markCandidateRemoved } from './candidates.repository.ts';
export { listActive as listActiveInterviews } from './interviews.repository.ts';
export {
  findClosedInterviews,
  findInterviewForRoom,
  markHosted,
  markOccupied,
  setTypingMode,
} from './room-state.repository.ts';

/** An interview ends when its room has been empty for this long (hours). */
const ABANDONED_AFTER_HOURS = 8;

/** Message for an interview that does not exist and for another company's (spec section 8). */
export const NO_ACCESS = 'Session not found or access denied';

export const noAccess = () => notFound(NO_ACCESS);
export const ended = () => new AppError('ended', 'This session has ended.');

/**
 * Starts an interview, or returns the company's existing one with the room code. Throws `conflict` for another
 * company's room code, `plan_required`, `limit_reached`, or `invalid` for an unknown template.
 */
export function quickStart(
  { db }: Pick<AppContext, 'db'>,
  principal: Principal,
  { room_code: roomCode, template_id: templateId }: Body<typeof quickStartCall>,
): Promise<Interview> {
  const { companyId, userId, name } = principal;
  return db.transaction().execute(async (trx) => {
    // Before the query: of two concurrent calls the second must find the interview of the first.
    await lockCompany(trx, companyId);
    const existing = await interviews.findByRoomCode(trx, companyId, roomCode);
    if (existing) return existing;
    if (await rooms.findInterviewForRoom(trx, roomCode)) throw roomCodeTaken();
    await requireInterviewStart(trx, companyId);
    const template = await findTemplateSwitches(trx, companyId, templateId);
    const id = await interviews.insert(trx, {
      company_id: companyId,
      interviewer_id: userId,
      interviewer_name: name,
      room_code: roomCode,
      ...fieldsFrom(template),
    });
    if (id === undefined) throw roomCodeTaken();
    if (template) await presetAllowed(trx, id, template.allows_runs);
    await interviews.recordStart(trx, companyId, id);
    await createDocument(trx, id);
    await recordInterview(trx, companyId, 'interview.started', { userId }, roomCode);
    await recordEvent(trx, opening(id, userId), { kind: 'opened', data: {} });
    return requireInterview(trx, companyId, id);
  });
}

/** Returns the columns that an interview takes over from its template. */
export function fieldsFrom(template: TemplateSwitches | undefined) {
  if (!template) return {};
  const { id, asks_before_admitting, typing_mode } = template;
  return { template_id: id, asks_before_admitting, typing_mode };
}

const opening = (interviewId: string, participantId: string) => ({ interviewId, participantId, opId: 'opened' });

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

/** Returns an interview of the company. Throws `not_found`. */
export async function requireInterview(
  db: AppContext['db'],
  companyId: string,
  interviewId: string,
): Promise<Interview> {
  const interview = await interviews.findById(db, companyId, interviewId);
  if (!interview) throw noAccess();
  return interview;
}

/** Locks an interview of the company until the transaction ends, and returns it. Throws `not_found`. */
export async function lockInterview(trx: Transaction<Tables>, companyId: string, interviewId: string) {
  const interview = await interviews.lockById(trx, companyId, interviewId);
  if (!interview) throw noAccess();
  return interview;
}

/** Returns an interview of the company with its code. Throws `not_found`. */
export async function readInterviewByRoom(
  ctx: Pick<AppContext, 'db' | 'documents'>,
  companyId: string,
  roomCode: string,
): Promise<InterviewWithCode> {
  const interview = await interviews.findByRoomCode(ctx.db, companyId, roomCode);
  if (!interview) throw noAccess();
  const [code, joinedAt] = await Promise.all([readCode(ctx, interview.id), firstJoinedAt(ctx.db, interview.id)]);
  return { ...interview, candidate_joined_at: joinedAt, code_editor_data: [code] };
}

/** Returns a page of the company's interviews, newest first. */
export async function listInterviews(
  { db }: Pick<AppContext, 'db'>,
  companyId: string,
  { page, ...filter }: Query<typeof listCall>,
) {
  const [rows, total] = await Promise.all([
    interviews.list(db, companyId, pageBounds(page, PAGE_SIZE), filter),
    interviews.count(db, companyId, filter),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
}

/**
 * Starts a scheduled interview; returns an active one unchanged. Throws as quickStart does, `ended`, or `not_found`.
 */
export function startInterview(
  { db }: Pick<AppContext, 'db'>,
  { companyId, userId }: Principal,
  id: string,
): Promise<Interview> {
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const locked = await lockInterview(trx, companyId, id);
    if (locked.status === 'completed' || locked.status === 'cancelled') throw ended();
    if (locked.status === 'scheduled') {
      await requireInterviewStart(trx, companyId);
      await interviews.markStarted(trx, companyId, id);
      await interviews.recordStart(trx, companyId, id);
      await recordInterview(trx, companyId, 'interview.started', { userId }, locked.room_code);
      await recordEvent(trx, opening(id, userId), { kind: 'opened', data: {} });
    }
    return requireInterview(trx, companyId, id);
  });
}

/** Deletes an interview with its code, and closes its room. Throws `not_found`. */
export async function deleteInterview(
  ctx: Pick<AppContext, 'db' | 'documents' | 'rooms'>,
  { companyId, userId, name }: Principal,
  id: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const roomCode = await interviews.remove(trx, companyId, id);
    if (roomCode === undefined) throw noAccess();
    await recordInterview(trx, companyId, 'interview.deleted', { userId }, roomCode);
  });
  ctx.documents.drop(id);
  await ctx.rooms.close(id, { message: 'The interviewer has deleted this session.', endedBy: name });
}

/**
 * Ends an interview: collects held-back edits, sets it to completed, stores its code, announces the end and closes the
 * room. A completed interview is returned unchanged. With `onlyId`, a newer interview with the same room code is not
 * ended. Throws `not_found`.
 */
export async function endInterview(
  ctx: Pick<AppContext, 'db' | 'documents' | 'rooms'>,
  companyId: string,
  roomCode: string,
  by: Actor,
  { onlyId, ...announcement }: { message: string; endedBy: string; onlyId?: string | undefined },
): Promise<Interview> {
  const found = await interviews.findByRoomCode(ctx.db, companyId, roomCode);
  if (onlyId !== undefined && found?.id !== onlyId.toLowerCase()) throw noAccess();
  if (found?.status === 'active') await ctx.rooms.requestFlush(found.id);
  const { interview, isNew } = await ctx.db.transaction().execute(async (trx) => {
    const locked = await interviews.lockByRoomCode(trx, companyId, roomCode);
    if (!locked || (onlyId !== undefined && locked.id !== onlyId.toLowerCase())) throw noAccess();
    const isRunning = locked.status !== 'completed';
    if (isRunning) {
      await interviews.markEnded(trx, companyId, locked.id);
      await endRunOf(trx, locked.id);
      await recordInterview(trx, companyId, 'interview.ended', by, roomCode);
      const participantId = typeof by === 'string' ? null : by.userId;
      await recordEvent(trx, { interviewId: locked.id, participantId, opId: 'ended' }, { kind: 'ended', data: {} });
    }
    return { interview: await requireInterview(trx, companyId, locked.id), isNew: isRunning };
  });
  if (isNew) await closeRoom(ctx, interview.id, announcement);
  return interview;
}

// The status is final: the room is closed even if storing the last text fails and is left to the next read.
async function closeRoom(
  ctx: Pick<AppContext, 'db' | 'documents' | 'rooms'>,
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
 * Completes the interviews whose rooms have been empty for eight hours. Several nodes may run it at once: the row's
 * lock lets one of them end an interview, the others find it ended.
 */
export async function completeAbandoned(ctx: Pick<AppContext, 'db' | 'documents' | 'rooms'>): Promise<void> {
  for (const { company_id, room_code } of await rooms.listAbandoned(ctx.db, ABANDONED_AFTER_HOURS))
    await endInterview(ctx, company_id, room_code, 'product', {
      message: 'This session was empty for a long time.',
      endedBy: '',
    });
}

/** Ignores `not_found`: a concurrent call may have deleted the interview. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

/** Interviews deleted in one statement, so that none takes long, however large the logs are. */
const DELETE_BATCH = 25;

/** Deletes all interviews of a company, after ending the active ones. New ones may start meanwhile. */
export async function removeAllInterviews(
  ctx: Pick<AppContext, 'db' | 'documents' | 'rooms'>,
  { companyId, userId }: Principal,
  announcement: { message: string; endedBy: string },
): Promise<void> {
  for (const { room_code } of await interviews.listActive(ctx.db, companyId))
    await endInterview(ctx, companyId, room_code, { userId }, announcement).catch(ignoreNotFound);
  for (;;) {
    const deleted = await interviews.deleteBatch(ctx.db, companyId, DELETE_BATCH);
    for (const id of deleted) ctx.documents.drop(id);
    if (deleted.length < DELETE_BATCH) return;
  }
}
