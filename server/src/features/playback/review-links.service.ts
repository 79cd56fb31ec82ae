import { randomBytes } from 'node:crypto';
import {
  REVIEW_LINK_DAYS,
  REVIEW_LINKS_MAX,
  type createReviewLink,
  type ReviewLink,
} from '@cip/contracts/playback/review-links';
import type { Body } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_REVIEW } from '@cip/contracts/protocol/not-found';
import type { PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import type { AppContext, DbContext } from '../../context.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { digestOf } from '../../platform/security/digest-of.ts';
import { requireReviewLinks } from '../billing/limits.service.ts';
import { lockInterview, noAccess, requireInterview } from '../interviews/interviews.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { scopeOf, wholeCompany, type Scope } from '../interviews/scope.service.ts';
import { readShareableCards, requireShareable } from '../scorecards/shared-cards.service.ts';
import { openRecording, requireEnd, type OpenPlayback } from './playback.service.ts';
import * as links from './review-links.repository.ts';

/** 128 bits: no number of requests finds one. */
const TOKEN_BYTES = 16;

type FoundLink = NonNullable<Awaited<ReturnType<typeof links.findLink>>>;

/**
 * Makes a link to the playback of an ended interview; its token is returned only here. Throws `not_found`, `conflict`
 * before the end, `plan_required`, `forbidden` or `conflict` if the maker may not share the scorecards, and `conflict`
 * if there are too many links.
 */
export function createLink(
  { db }: DbContext,
  maker: Principal,
  interviewId: string,
  { days = REVIEW_LINK_DAYS.default, ...asked }: Body<typeof createReviewLink>,
): Promise<{ link: ReviewLink; token: string }> {
  const { companyId, userId } = maker;
  const shown = { shows_candidate: false, shows_questions: true, shows_scorecards: false, ...asked };
  return db.transaction().execute(async (trx) => {
    const interview = await lockInterview(trx, scopeOf(maker), interviewId);
    requireEnd(interview);
    await requireReviewLinks(trx, companyId);
    if (shown.shows_scorecards) await requireShareable(trx, maker, interviewId);
    await links.deleteExpiredLinks(trx, interviewId);
    if ((await links.listLinks(trx, companyId, interviewId)).length >= REVIEW_LINKS_MAX) throw tooMany();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const id = await links.insertLink(trx, { interviewId, digest: digestOf(token), userId, days, ...shown });
    await recordInterview(trx, companyId, 'interview.review_link_created', { userId }, interview.room_code, { days });
    const link = (await links.listLinks(trx, companyId, interviewId)).find((each) => each.id === id);
    if (!link) throw noAccess();
    return { link, token };
  });
}

const tooMany = () => conflict(`A session has at most ${REVIEW_LINKS_MAX} review links. Revoke one first.`);

/** Returns the valid links of an interview. Throws `not_found`. */
export async function listReviewLinks({ db }: DbContext, scope: Scope, interviewId: string): Promise<ReviewLink[]> {
  await requireInterview(db, scope, interviewId);
  return links.listLinks(db, scope.companyId, interviewId);
}

/** Revokes a link. Throws `not_found`. */
export function revokeLink({ db }: DbContext, principal: Principal, interviewId: string, id: string): Promise<void> {
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    const { room_code: roomCode } = await lockInterview(trx, scopeOf(principal), interviewId);
    if (!(await links.deleteLink(trx, interviewId, id))) throw noAccess();
    await recordInterview(trx, companyId, 'interview.review_link_revoked', { userId }, roomCode);
  });
}

/** Opens the recording behind a link's token. Throws `not_found`, and TooManyFailures. */
export async function openReview(ctx: AppContext, token: string, after: number | null): Promise<OpenPlayback> {
  const digest = digestOf(token);
  await ctx.limits.reviews.take(digest);
  const link = await links.findLink(ctx.db, digest);
  if (!link) throw notFound(NO_SUCH_REVIEW);
  const interview = await requireInterview(ctx.db, wholeCompany(link.company_id), link.interview_id);
  await requireReviewLinks(ctx.db, link.company_id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'plan_required' ? notFound(NO_SUCH_REVIEW) : error;
  });
  if (link.opened_at === null) await recordOpening(ctx, link);
  const scorecards = link.shows_scorecards ? await readScorecards(ctx.db, link) : [];
  const { shows_candidate: showsCandidate, shows_questions: showsQuestions } = link;
  return openRecording(ctx, interview, after, {
    view: { showsCandidate, showsQuestions, scorecards },
    isOpen: async () => (await links.findLink(ctx.db, digest)) !== undefined,
  });
}

// The scorecards that the maker may share now: if the account is gone, or may not read them any more, none.
async function readScorecards(
  db: AppContext['db'],
  { maker_id: userId, maker_role: role, company_id: companyId, interview_id: interviewId }: FoundLink,
): Promise<PlaybackScorecard[]> {
  if (userId === null || role === null) return [];
  return readShareableCards(db, { companyId, userId, role }, interviewId);
}

function recordOpening(
  { db }: DbContext,
  { id, company_id, room_code }: { id: string; company_id: string; room_code: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await links.markOpened(trx, id))) return;
    await recordInterview(trx, company_id, 'interview.review_link_opened', 'product', room_code);
  });
}
