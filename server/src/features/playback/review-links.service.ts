import { createHash, randomBytes } from 'node:crypto';
import {
  REVIEW_LINK_DAYS,
  REVIEW_LINKS_MAX,
  type createReviewLink,
  type ReviewLink,
} from '@cip/contracts/review-links';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { requireRecording } from '../billing/plans/limits.service.ts';
import { lockInterview, noAccess, recordInterview, requireInterview } from '../interviews/interviews.service.ts';
import { openRecording, requireEnd, type OpenPlayback, type PlaybackContext } from './playback.service.ts';
import * as links from './review-links.repository.ts';

/** 128 bits: no number of requests finds one. */
const TOKEN_BYTES = 16;

/** The message for a link that never was, has expired or was revoked: readers cannot tell which. */
export const NO_SUCH_LINK = 'This link is not valid. Ask for a new one.';

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Makes a link to the playback of an ended interview; its token is returned only here. Throws `not_found`, `conflict`
 * before the end, `plan_required`, and `conflict` for one link too many.
 */
export function createLink(
  { db }: Pick<AppContext, 'db'>,
  { companyId, userId }: Principal,
  interviewId: string,
  { days = REVIEW_LINK_DAYS.default, shows_candidate: showsCandidate = false }: Body<typeof createReviewLink>,
): Promise<{ link: ReviewLink; token: string }> {
  return db.transaction().execute(async (trx) => {
    const interview = await lockInterview(trx, companyId, interviewId);
    requireEnd(interview);
    await requireRecording(trx, companyId);
    await links.deleteExpiredLinks(trx, interviewId);
    if ((await links.listLinks(trx, companyId, interviewId)).length >= REVIEW_LINKS_MAX) throw tooMany();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const id = await links.insertLink(trx, { interviewId, digest: digestOf(token), userId, showsCandidate, days });
    await recordInterview(trx, companyId, 'interview.review_link_created', { userId }, interview.room_code, { days });
    const link = (await links.listLinks(trx, companyId, interviewId)).find((each) => each.id === id);
    if (!link) throw noAccess();
    return { link, token };
  });
}

const tooMany = () => conflict(`A session has at most ${REVIEW_LINKS_MAX} review links. Revoke one first.`);

/** Returns the valid links of an interview. Throws `not_found`. */
export async function listReviewLinks(
  { db }: Pick<AppContext, 'db'>,
  companyId: string,
  interviewId: string,
): Promise<ReviewLink[]> {
  await requireInterview(db, companyId, interviewId);
  return links.listLinks(db, companyId, interviewId);
}

/** Revokes a link. Throws `not_found`. */
export function revokeLink(
  { db }: Pick<AppContext, 'db'>,
  { companyId, userId }: Principal,
  interviewId: string,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { room_code: roomCode } = await lockInterview(trx, companyId, interviewId);
    if (!(await links.deleteLink(trx, interviewId, id))) throw noAccess();
    await recordInterview(trx, companyId, 'interview.review_link_revoked', { userId }, roomCode);
  });
}

/** Opens the recording behind a link's token. Throws `not_found`, and TooManyFailures. */
export async function openReview(ctx: PlaybackContext, token: string, after: number | null): Promise<OpenPlayback> {
  const digest = digestOf(token);
  await ctx.limits.reviews.take(digest);
  const link = await links.findLink(ctx.db, digest);
  if (!link) throw notFound(NO_SUCH_LINK);
  const interview = await requireInterview(ctx.db, link.company_id, link.interview_id);
  await requireRecording(ctx.db, link.company_id).catch(() => {
    throw notFound(NO_SUCH_LINK);
  });
  if (link.opened_at === null) await recordOpening(ctx, link);
  return openRecording(ctx, interview, after, { showsCandidate: link.shows_candidate });
}

function recordOpening(
  { db }: Pick<AppContext, 'db'>,
  { id, company_id, room_code }: { id: string; company_id: string; room_code: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await links.markOpened(trx, id))) return;
    await recordInterview(trx, company_id, 'interview.review_link_opened', 'product', room_code);
  });
}
