import { isDeepStrictEqual } from 'node:util';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { ClosedStretch, closeStretch as closeCall } from '@cip/contracts/playback/playback';
import type { LimitContext } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { closeNames } from '../documents/files/closed-names.service.ts';
import { findEditsBetween, mergeRange, storeMerge, totalEdits, type Merge } from '../documents/documents.service.ts';
import { lockInterview, requireInterview } from '../interviews/interviews.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { scopeOf } from '../interviews/scope.service.ts';
import { deleteAsides } from '../questions/room/asides.service.ts';
import { clearReports } from '../questions/room/interview-questions.service.ts';
import { deleteDataSets, deleteRuns, renameRunFiles } from '../runs/deleted-runs.service.ts';
import { insertStretch, listStretches } from './closed-stretches.repository.ts';
import { startOf } from './playback-head.ts';
import { requireEnd } from './playback.service.ts';

/** The cost of a closing in playbacks: it replays the whole log and writes it anew. */
const COST = 6;
/** How often a closing is tried if others change the recording meanwhile. */
const TRIES_MAX = 3;

/**
 * Closes a stretch of an ended interview's recording for good, together with closed ones that it touches: its edits
 * become one, its runs, reports of tests, data sets and codes put aside are deleted, and the names that files got in it
 * are replaced. If it is closed already, it stays as it is. Throws `not_found`, `invalid`, `conflict` before the end or
 * if nothing happened then, and TooManyFailures.
 */
export async function closeStretch(
  { db, limits }: LimitContext,
  principal: Principal,
  interviewId: string,
  asked: Body<typeof closeCall>,
): Promise<ClosedStretch> {
  if (asked.from >= asked.to) throw invalid('to', 'The section must end after it starts.');
  await limits.playbacks.take(principal.companyId, principal.userId, COST);
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const closed = await tryToClose(db, principal, interviewId, asked);
    if (closed) return closed;
  }
  throw conflict('Someone else is closing parts of this recording. Try again in a moment.');
}

/** Closes a stretch; returns null if another closing changed the recording meanwhile. */
async function tryToClose(
  db: Database,
  principal: Principal,
  interviewId: string,
  asked: ClosedStretch,
): Promise<ClosedStretch | null> {
  const interview = await requireInterview(db, scopeOf(principal), interviewId);
  requireEnd(interview);
  const earlier = await listStretches(db, interviewId);
  const known = earlier.find(({ from, to }) => from <= asked.from && asked.to <= to);
  if (known) return known;
  const stretch = withTouched(asked, earlier);
  const when = { since: startOf(interview, await totalEdits(db, interviewId)), ...stretch };
  // Outside of the transaction: merging takes seconds, and only another closing changes an ended interview's log.
  const edits = await findEditsBetween(db, interviewId, when);
  const { companyId, userId } = principal;
  const merge = edits && (await mergeRange(db, { companyId, interviewId }, edits, when));
  return db.transaction().execute(async (trx) => {
    const { status, room_code: roomCode } = await lockInterview(trx, scopeOf(principal), interviewId);
    requireEnd({ status });
    if (!isDeepStrictEqual(await listStretches(trx, interviewId), earlier)) return null;
    await removeContent(trx, interviewId, when, merge);
    await insertStretch(trx, { interviewId, userId }, stretch);
    await recordInterview(trx, companyId, 'interview.stretch_closed', { userId }, roomCode);
    return stretch;
  });
}

/** Returns a stretch together with the closed stretches that it touches. */
function withTouched(asked: ClosedStretch, closed: ClosedStretch[]): ClosedStretch {
  const touched = closed.filter(({ from, to }) => from <= asked.to && asked.from <= to);
  return {
    from: Math.min(asked.from, ...touched.map(({ from }) => from)),
    to: Math.max(asked.to, ...touched.map(({ to }) => to)),
  };
}

async function removeContent(
  trx: Transaction,
  interviewId: string,
  when: ClosedStretch & { since: string },
  merge: Merge | undefined,
): Promise<void> {
  const runs = await deleteRuns(trx, interviewId, when);
  const reports = await clearReports(trx, interviewId, when);
  // Their text was deleted from the document at that moment.
  const asides = await deleteAsides(trx, interviewId, when);
  const dataSets = await deleteDataSets(trx, interviewId, when);
  const names = await closeNames(trx, interviewId, when);
  await renameRunFiles(trx, interviewId, names);
  if (!merge && runs + reports + asides + dataSets + names.size === 0)
    throw conflict('Nothing was typed or run between these moments.');
  if (merge) await storeMerge(trx, interviewId, merge);
}
