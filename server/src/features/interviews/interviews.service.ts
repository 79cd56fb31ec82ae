import { foldText } from '@cip/contracts/protocol/fold-text';
import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import type { Query } from '@cip/contracts/protocol/endpoint';
import type { Interview, InterviewWithCode, listInterviews as listCall } from '@cip/contracts/interviews/interviews';
import { NO_ACCESS } from '@cip/contracts/protocol/not-found';
import type { SessionEnd } from '@cip/contracts/rooms/rooms';
import type { AppContext, DbContext, DocumentContext, RoomContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { type Actor } from '../audit/audit.service.ts';
import { deleteLog, finalizeDocument } from '../documents/documents.service.ts';
import { readCode } from '../documents/read-code.service.ts';
import { endRunOf } from '../runs/run-expiry.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { firstJoinedAt } from './candidates.repository.ts';
import { announceInterview } from './interview-webhooks.service.ts';
import * as interviews from './interviews.repository.ts';
import * as openInterviews from './open-interviews.repository.ts';
import * as interviewList from './interview-list.repository.ts';
import * as rooms from './room-state.repository.ts';
import { wholeCompany, type Scope } from './scope.service.ts';
import { recordInterview } from './record-interview.service.ts';

export { findCandidate, findRemovedCandidates, markCandidateRemoved } from './candidates.repository.ts';

export { listActive as listActiveInterviews } from './open-interviews.repository.ts';

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

/** Returns an interview in scope. Throws `not_found`. */
export async function requireInterview(db: AppContext['db'], scope: Scope, interviewId: string): Promise<Interview> {
  const interview = await interviews.findById(db, scope, interviewId);
  if (!interview) throw noAccess();
  return interview;
}

/** Locks an interview in scope until the transaction ends, and returns it. Throws `not_found`. */
export async function lockInterview(trx: Transaction, scope: Scope, interviewId: string) {
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
    interviewList.list(db, scope, pageBounds(page, PAGE_SIZE), filter),
    interviewList.count(db, scope, filter),
  ]);
  return toPage(rows, page, PAGE_SIZE, total);
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
  { onlyId, ...announcement }: SessionEnd & { onlyId?: string | undefined },
): Promise<Interview> {
  const { companyId } = scope;
  const found = await interviews.findByRoomCode(ctx.db, scope, roomCode);
  if (onlyId !== undefined && found?.id !== onlyId) throw noAccess();
  if (found?.status === 'active') await ctx.rooms.requestFlush(found.id);
  const { interview, isNew } = await ctx.db.transaction().execute(async (trx) => {
    const locked = await interviews.lockByRoomCode(trx, scope, roomCode);
    if (!locked || (onlyId !== undefined && locked.id !== onlyId)) throw noAccess();
    const isRunning = locked.status !== 'completed';
    if (isRunning) {
      await openInterviews.markEnded(trx, companyId, locked.id);
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
async function closeRoom(ctx: RoomContext, interviewId: string, announcement: SessionEnd): Promise<void> {
  try {
    await finalizeDocument(ctx, interviewId);
  } finally {
    await ctx.rooms.close(interviewId, announcement);
  }
}

/**
 * Completes the interviews whose rooms have been empty for eight hours. If one of them fails, that is logged and retried
 * later, and does not stop the others. Several nodes may run it in parallel: the row's lock lets one of them end an
 * interview, the others find it ended.
 */
export async function completeAbandoned(ctx: RoomContext & Pick<AppContext, 'log'>): Promise<void> {
  const end = { message: 'This session was empty for a long time.', endedBy: '' };
  for (const { company_id: companyId, room_code } of await rooms.listAbandoned(ctx.db, ABANDONED_AFTER_HOURS))
    await endInterview(ctx, wholeCompany(companyId), room_code, 'product', end).catch((error: unknown) =>
      ctx.log.warn({ err: error, companyId }, 'an abandoned session could not be completed'),
    );
}

/** Ignores `not_found`, because a concurrent call may have deleted the interview. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

/** Interviews deleted in one transaction. */
const DELETE_BATCH = 25;

/** Deletes all interviews of a company, after ending the active ones. New ones may start meanwhile. */
export async function removeAllInterviews(
  ctx: RoomContext,
  { companyId, userId }: Principal,
  announcement: SessionEnd,
): Promise<void> {
  for (const { room_code } of await openInterviews.listActive(ctx.db, wholeCompany(companyId)))
    await endInterview(ctx, wholeCompany(companyId), room_code, { userId }, announcement).catch(ignoreNotFound);
  for (;;) {
    const ids = await openInterviews.listIds(ctx.db, companyId, DELETE_BATCH);
    await ctx.db.transaction().execute((trx) => removeInterviews(trx, ids));
    for (const id of ids) ctx.documents.drop(id);
    if (ids.length < DELETE_BATCH) return;
  }
}

/** Deletes interviews of any company with all their data, one by one, because a statement for all may take too long. */
export async function removeInterviews(trx: Transaction, ids: string[]): Promise<void> {
  for (const id of ids) {
    await deleteLog(trx, id);
    await openInterviews.removeById(trx, id);
  }
}
