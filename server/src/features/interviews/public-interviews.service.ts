import type { Reply } from '@cip/contracts/endpoint';
import type { Interview, joinInterview as joinCall, PublicInterview } from '@cip/contracts/interviews';
import type { AppContext } from '../../context.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import { requireName } from '../../platform/http/names.ts';
import { readCode } from '../documents/documents.service.ts';
import * as candidates from './candidates.repository.ts';
import { findByLink } from './interviews.repository.ts';

/** Message for a link without an interview (spec section 8). */
export const NO_SUCH_LINK = 'Code share session not found. Please check the link.';

/** Joins of one interview: more than any interview has devices, so that a link cannot fill the database. */
const JOINS_MAX = 200;

const noSuchLink = () => notFound(NO_SUCH_LINK);

/** Returns an interview as its link shows it, without the code once it is over. Throws `not_found`. */
export async function readPublicInterview(
  ctx: Pick<AppContext, 'db' | 'documents'>,
  roomCode: string,
): Promise<PublicInterview> {
  const interview = await findByLink(ctx.db, roomCode);
  if (!interview) throw noSuchLink();
  const { room_code, status, company_name, interviewer_name, candidate_name, scheduled_at, retention_days } = interview;
  return {
    room_code,
    status,
    company_name,
    interviewer_name,
    candidate_name,
    scheduled_at,
    retention_days,
    code_editor_data: isOver(status) ? [] : [await readCode(ctx, interview.id)],
  };
}

/**
 * Adds a candidate and returns their token, which opens this interview only. The interview keeps the name of the first
 * candidate. Throws `invalid` for a name that is too long, `not_found`, `ended`, `conflict` before the start, or
 * `limit_reached`.
 */
export async function joinInterview(
  ctx: Pick<AppContext, 'db' | 'documents' | 'tokens'>,
  roomCode: string,
  candidateName: string,
): Promise<Reply<typeof joinCall>> {
  const name = requireName('candidate_name', candidateName);
  const { interviewId, participantId } = await ctx.db.transaction().execute(async (trx) => {
    const interview = await candidates.lockByLink(trx, roomCode);
    if (!interview) throw noSuchLink();
    if (isOver(interview.status)) throw new AppError('ended', 'This session has ended.');
    if (interview.status === 'scheduled') throw conflict('This session has not started yet.');
    if ((await candidates.countCandidates(trx, interview.id)) >= JOINS_MAX)
      throw new AppError('limit_reached', 'Too many people have joined this session.');
    if (interview.candidate_name === null) await candidates.setCandidateName(trx, interview.id, name);
    return { interviewId: interview.id, participantId: await candidates.insertCandidate(trx, interview.id, name) };
  });
  const token = ctx.tokens.signCandidate(participantId, interviewId);
  return { session: await readPublicInterview(ctx, roomCode), token, participant_id: participantId };
}

function isOver(status: Interview['status']): boolean {
  return status === 'completed' || status === 'cancelled';
}
