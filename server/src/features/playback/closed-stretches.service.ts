import type { Body } from '@cip/contracts/endpoint';
import type { ClosedStretch, closeStretch as closeCall } from '@cip/contracts/playback';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import { conflict, invalid } from '../../errors.ts';
import type { Tables } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { findEditsBetween, mergeEdits, totalEdits } from '../documents/documents.service.ts';
import { lockInterview, recordInterview, requireInterview } from '../interviews/interviews.service.ts';
import { scopeOf, wholeCompany } from '../interviews/scope.service.ts';
import { deleteAsides } from '../questions/asides.service.ts';
import { clearReports } from '../questions/interview-questions.service.ts';
import { deleteRuns } from '../runs/deleted-runs.service.ts';
import { insertStretch, listStretches } from './closed-stretches.repository.ts';
import { startOf } from './playback-head.ts';
import { requireEnd } from './playback.service.ts';

/**
 * Closes a stretch of an ended interview's recording for good, together with closed ones that it touches: its edits
 * become one, and its runs, reports of tests and codes put aside are deleted. A stretch that is closed already stays as it is. Throws
 * `not_found`, `invalid`, `conflict` before the end or where nothing happened, and TooManyFailures.
 */
export async function closeStretch(
  { db, limits }: Pick<AppContext, 'db' | 'limits'>,
  principal: Principal,
  interviewId: string,
  asked: Body<typeof closeCall>,
): Promise<ClosedStretch> {
  const { companyId, userId } = principal;
  if (asked.from >= asked.to) throw invalid('to', 'The stretch must end after it starts.');
  await limits.playbacks.take(companyId);
  return db.transaction().execute(async (trx) => {
    const { status, room_code: roomCode } = await lockInterview(trx, scopeOf(principal), interviewId);
    requireEnd({ status });
    const touched = (await listStretches(trx, interviewId)).filter(
      ({ from, to }) => from <= asked.to && asked.from <= to,
    );
    const known = touched.find(({ from, to }) => from <= asked.from && asked.to <= to);
    if (known) return known;
    const stretch = {
      from: Math.min(asked.from, ...touched.map(({ from }) => from)),
      to: Math.max(asked.to, ...touched.map(({ to }) => to)),
    };
    await removeContent(trx, companyId, interviewId, stretch);
    await insertStretch(trx, { interviewId, userId }, stretch);
    await recordInterview(trx, companyId, 'interview.stretch_closed', { userId }, roomCode);
    return stretch;
  });
}

async function removeContent(
  trx: Transaction<Tables>,
  companyId: string,
  interviewId: string,
  stretch: ClosedStretch,
): Promise<void> {
  const interview = await requireInterview(trx, wholeCompany(companyId), interviewId);
  const since = startOf(interview, await totalEdits(trx, interviewId));
  const edits = await findEditsBetween(trx, interviewId, { since, ...stretch });
  const runs = await deleteRuns(trx, interviewId, { since, ...stretch });
  const reports = await clearReports(trx, interviewId, { since, ...stretch });
  // Their text was deleted from the document at that moment.
  const asides = await deleteAsides(trx, interviewId, { since, ...stretch });
  if (!edits && runs + reports + asides === 0) throw conflict('Nothing was typed or run between these moments.');
  if (edits) await mergeEdits(trx, interviewId, edits);
}
