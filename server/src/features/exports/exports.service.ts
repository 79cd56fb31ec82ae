import type { Readable } from 'node:stream';
import type { AppContext } from '../../context.ts';
import { AppError, forbidden, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import type { CandidateClaims } from '../../platform/security/tokens.ts';
import { zipStream } from '../../platform/zip-stream.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireAdmitted } from '../interviews/admissions.service.ts';
import { findCandidate, noAccess, recordInterview } from '../interviews/interviews.service.ts';
import { candidateFiles, companyFiles, interviewFiles } from './archive.ts';
import { findCandidateData, findInterview } from './exports.repository.ts';

type ExportContext = Pick<AppContext, 'db' | 'limits'>;

/** The message for an unknown link, and for a token of another link. */
export const NO_SUCH_LINK = 'Code share session not found. Please check the link.';

/** Returns all data about the company as an archive, created while it is read. Throws TooManyFailures. */
export async function exportCompany(ctx: ExportContext, { companyId, userId }: Principal): Promise<Readable> {
  await ctx.limits.archives.take(companyId);
  await ctx.db.transaction().execute((trx) => recordAudit(trx, { companyId, action: 'data.exported', by: { userId } }));
  return zipStream(companyFiles(ctx, companyId));
}

/** Returns the data about an interview of the company that the account may read. Throws `not_found`, or TooManyFailures. */
export async function exportInterview(ctx: ExportContext, viewer: Principal, id: string): Promise<Readable> {
  const { companyId, userId } = viewer;
  const interview = await findInterview(ctx.db, companyId, id);
  if (!interview) throw noAccess();
  await ctx.limits.archives.take(companyId);
  await recordExport(ctx, companyId, { userId }, interview.room_code);
  return zipStream(interviewFiles(ctx, viewer, interview));
}

/**
 * Returns the data about a candidate for the token they joined with. Throws `forbidden` without such a token, `removed`
 * for a removed candidate, `waiting` for one who is not admitted, `not_found` when the token is not for this link, and
 * TooManyFailures.
 */
export async function exportCandidate(
  ctx: ExportContext & Pick<AppContext, 'tokens'>,
  roomCode: string,
  token: string | undefined,
): Promise<Readable> {
  const claims = candidateOf(ctx, token);
  const candidate = await findCandidate(ctx.db, claims.sub, claims.interview);
  const found = await findCandidateData(ctx.db, claims.interview, claims.sub);
  if (!candidate || found?.room_code !== roomCode) throw notFound(NO_SUCH_LINK);
  if (candidate.removed_at !== null) throw new AppError('removed', 'You were removed from this session.');
  requireAdmitted(candidate);
  const { company_id: companyId, interview_id: interviewId, ...data } = found;
  // By interview: a candidate who joins again has another token, but the same link.
  await ctx.limits.archives.take(interviewId);
  await recordExport(ctx, companyId, 'candidate', roomCode);
  return zipStream(candidateFiles(ctx, { interviewId, candidateId: claims.sub }, data));
}

function recordExport(
  ctx: ExportContext,
  companyId: string,
  by: Parameters<typeof recordInterview>[3],
  roomCode: string,
): Promise<void> {
  return ctx.db.transaction().execute((trx) => recordInterview(trx, companyId, 'interview.exported', by, roomCode));
}

function candidateOf({ tokens }: Pick<AppContext, 'tokens'>, token: string | undefined): CandidateClaims {
  const refused = forbidden('Please open the link and join the session first.');
  if (token === undefined) throw refused;
  try {
    const claims = tokens.verify(token);
    if (claims.aud === 'candidate') return claims;
  } catch {
    // Never 401 on a public endpoint: the web app signs out on it.
  }
  throw refused;
}
