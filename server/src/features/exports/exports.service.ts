import type { Readable } from 'node:stream';
import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import type { LimitContext, SignInContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { zipStream, type ArchivedFile } from '../../platform/zip-stream.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireAdmittedCandidate } from '../interviews/admissions/candidate-access.service.ts';
import { noAccess } from '../interviews/interviews.service.ts';
import { mayReadOn } from '../interviews/lasting-access.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { scopeOf } from '../interviews/scope.service.ts';
import { candidateFiles, companyFiles, interviewFiles } from './archive.ts';
import { findCandidateData, findInterview } from './exports.repository.ts';

/**
 * Returns all data about the company as an archive, created while it is read; it breaks off if the account may not read
 * it any more. Throws TooManyFailures.
 */
export async function exportCompany(ctx: LimitContext, reader: Principal): Promise<Readable> {
  const { companyId, userId } = reader;
  await ctx.limits.archives.take(companyId, userId);
  await ctx.db.transaction().execute((trx) => recordAudit(trx, { companyId, action: 'data.exported', by: { userId } }));
  return zipStream(whileAllowed(companyFiles(ctx, companyId), () => mayReadOn(ctx, reader)));
}

/** Returns the data about an interview that the account may read, likewise. Throws `not_found`, or TooManyFailures. */
export async function exportInterview(ctx: LimitContext, viewer: Principal, id: string): Promise<Readable> {
  const { companyId, userId } = viewer;
  const interview = await findInterview(ctx.db, scopeOf(viewer), id);
  if (!interview) throw noAccess();
  await ctx.limits.archives.take(companyId, userId);
  await recordExport(ctx, companyId, { userId }, interview.room_code);
  return zipStream(whileAllowed(interviewFiles(ctx, viewer, interview), () => mayReadOn(ctx, viewer, id)));
}

/**
 * Returns the data about a candidate for the token they joined with, likewise. Throws `forbidden` if there is no such
 * token, `removed` or `waiting` if the candidate is, `not_found` if the token is not for this link, and
 * TooManyFailures.
 */
export async function exportCandidate(
  ctx: LimitContext & SignInContext,
  roomCode: string,
  token: string | undefined,
): Promise<Readable> {
  const { interviewId, candidateId } = await requireAdmittedCandidate(ctx, roomCode, token);
  const found = await findCandidateData(ctx.db, interviewId, candidateId);
  if (!found) throw notFound(NO_SUCH_LINK);
  const { company_id: companyId, interview_id: _interviewId, ...data } = found;
  // By interview too, because a candidate who joins again has another token, but the same link.
  await ctx.limits.archives.take(interviewId, candidateId);
  await recordExport(ctx, companyId, 'candidate', roomCode);
  const isAdmitted = async () => (await requireAdmittedCandidate(ctx, roomCode, token)).candidateId === candidateId;
  return zipStream(whileAllowed(candidateFiles(ctx, { interviewId, candidateId }, data), isAdmitted));
}

// Asked again before each file: a slow reader may have taken minutes for the files before it.
async function* whileAllowed(
  files: AsyncGenerator<ArchivedFile>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<ArchivedFile> {
  for await (const file of files) {
    if (!(await isAllowed())) throw new Error('The archive may not be read any more.');
    yield file;
  }
}

function recordExport(
  ctx: LimitContext,
  companyId: string,
  by: Parameters<typeof recordInterview>[3],
  roomCode: string,
): Promise<void> {
  return ctx.db.transaction().execute((trx) => recordInterview(trx, companyId, 'interview.exported', by, roomCode));
}
