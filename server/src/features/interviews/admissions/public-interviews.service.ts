import { LOCKED_MESSAGE } from '@cip/contracts/interviews/admission-messages';
import { WAITING_MAX } from '@cip/contracts/interviews/admissions';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { joinInterview as joinCall, PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import type { AppContext, SignInContext } from '../../../context.ts';
import { AppError, conflict, ended, notFound } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { requireName } from '../../../platform/names.ts';
import type { CandidateClaims } from '../../../platform/security/tokens.ts';
import { readCode } from '../../documents/read-code.service.ts';
import { countWaiting } from './admissions.repository.ts';
import { recordWaiting } from './waiting.service.ts';
import * as candidates from '../candidates.repository.ts';
import { findByLink } from '../interviews.repository.ts';

/** Joins of one interview: more than any interview has devices, so that a link cannot fill the database. */
const JOINS_MAX = 200;

const noSuchLink = () => notFound(NO_SUCH_LINK);

/**
 * Returns an interview as its link shows it, without the code and the call once it is over. If it has a waiting room,
 * code and candidate's name are shown only with the token of an admitted candidate, and the name likewise once it is
 * over. A removed or rejected candidate gets no call, nor does anyone without a token once such a room is open. Throws
 * `not_found`.
 */
export async function readPublicInterview(
  ctx: AppContext,
  roomCode: string,
  token: string | undefined,
): Promise<PublicInterview> {
  const interview = await findByLink(ctx.db, roomCode);
  if (!interview) throw noSuchLink();
  const candidate = await findTokenCandidate(ctx, interview.id, token);
  const isRemoved = candidate !== undefined && candidate.removed_at !== null;
  const isAdmitted = candidate?.admission === 'admitted' && !isRemoved;
  const isHidden = interview.asks_before_admitting && !isAdmitted;
  // A rejected candidate could read the link without their token.
  const isStranger = interview.asks_before_admitting && interview.status === 'active' && !candidate;
  const code = isHidden || isOver(interview.status) ? [] : [await readCode(ctx, interview.id)];
  const { room_code, status, company_name, interviewer_name, candidate_name, scheduled_at, minutes } = interview;
  return {
    room_code,
    status,
    company_name,
    interviewer_name,
    candidate_name: isHidden || (isOver(status) && !isAdmitted) ? null : candidate_name,
    scheduled_at,
    minutes,
    declined_at: interview.declined_at,
    call_link: isOver(status) || isRemoved || isStranger ? null : interview.call_link,
    rule: interview.rule,
    completion: interview.completion,
    retention_days: interview.retention_days,
    // If the candidate is sent back meanwhile, the link shows no code.
    code_editor_data: ctx.rooms.isWithholding(interview.id) ? [] : code,
  };
}

/** Returns the candidate of the interview by their token; undefined if the token is not one of its candidates'. */
async function findTokenCandidate({ db, tokens }: SignInContext, interviewId: string, token: string | undefined) {
  const claims = candidateClaims(tokens, token);
  return claims?.interview === interviewId ? candidates.findCandidate(db, claims.sub, interviewId) : undefined;
}

/** Returns the claims of a candidate's token; null if it is not valid. */
export function candidateClaims(tokens: AppContext['tokens'], token: string | undefined): CandidateClaims | null {
  if (token === undefined) return null;
  try {
    const claims = tokens.verify(token);
    return claims.aud === 'candidate' ? claims : null;
  } catch {
    // Never 401 on a public endpoint, because the web app signs out on it.
    return null;
  }
}

/**
 * Adds a candidate and returns their token, which opens this interview only. The interview keeps the name of the first
 * candidate whom it admits. If it has a waiting room, the candidate waits. Throws `invalid` if the name is too long,
 * `not_found`, `ended`, `conflict` before the start or while the room is locked, or `limit_reached`.
 */
export async function joinInterview(
  ctx: AppContext,
  roomCode: string,
  candidateName: string,
): Promise<Reply<typeof joinCall>> {
  const name = requireName('candidate_name', candidateName);
  const { interviewId, participantId, isWaiting } = await ctx.db.transaction().execute(async (trx) => {
    const interview = requireJoinable(await candidates.lockByLink(trx, roomCode));
    await requirePlace(trx, interview);
    const { id, asks_before_admitting: asks } = interview;
    const candidateId = await candidates.insertCandidate(trx, id, name, asks ? 'waiting' : 'admitted');
    if (asks) await recordWaiting(trx, id, candidateId, name);
    else if (interview.candidate_name === null) await candidates.setCandidateName(trx, id, name);
    return { interviewId: id, participantId: candidateId, isWaiting: asks };
  });
  if (isWaiting) void ctx.rooms.syncAdmissions(interviewId);
  const token = ctx.tokens.signCandidate(participantId, interviewId);
  const session = await readPublicInterview(ctx, roomCode, token);
  return { session, token, participant_id: participantId, is_waiting: isWaiting };
}

type LinkedInterview = Awaited<ReturnType<typeof candidates.lockByLink>>;

function requireJoinable(interview: LinkedInterview): LinkedInterview & {} {
  if (!interview) throw noSuchLink();
  if (isOver(interview.status)) throw ended();
  if (interview.status === 'scheduled') throw conflict('This session has not started yet.');
  if (interview.is_locked) throw conflict(LOCKED_MESSAGE);
  return interview;
}

async function requirePlace(trx: Transaction, { id, asks_before_admitting }: LinkedInterview & {}): Promise<void> {
  if ((await candidates.countCandidates(trx, id)) >= JOINS_MAX)
    throw new AppError('limit_reached', 'Too many people have joined this session.');
  if (asks_before_admitting && (await countWaiting(trx, id)) >= WAITING_MAX)
    throw new AppError('limit_reached', 'Too many people are waiting. Please try again in a few minutes.');
}

function isOver(status: Interview['status']): boolean {
  return status === 'completed' || status === 'cancelled';
}
