import { Type } from 'typebox';
import { Closed, Done, Id, IdParams, Moment, Name, Nullable } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS, NO_SUCH_REVIEW } from '../protocol/not-found.ts';

/** Most valid review links of an interview. */
export const REVIEW_LINKS_MAX = 10;
/** How long a review link is valid (days). */
export const REVIEW_LINK_DAYS = { default: 7, min: 1, max: 30 };

/** A link to the playback of an interview, for readers without an account. Its token is shown once. */
export const ReviewLink = Closed({
  id: Id,
  created_at: Moment,
  expires_at: Moment,
  /** When it was first opened. */
  opened_at: Nullable(Moment),
  /** Who made it; null if the account is gone. */
  created_by: Nullable(Name),
  /** Whether readers see the candidate's name. */
  shows_candidate: Type.Boolean(),
  /** Whether they see the texts of the questions that were shown. */
  shows_questions: Type.Boolean(),
  /** Whether they see the submitted scorecards, as long as its maker may share them. */
  shows_scorecards: Type.Boolean(),
});
export type ReviewLink = Type.Static<typeof ReviewLink>;

/** The secret of a link, 128 random bits; behind the `#` of its address, because browsers do not send that. */
const ReviewToken = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', maxLength: 22 });

export const createReviewLink = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/review-links',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Make a link to the playback of an ended interview',
  params: IdParams,
  body: Closed({
    days: Type.Optional(Type.Integer({ minimum: REVIEW_LINK_DAYS.min, maximum: REVIEW_LINK_DAYS.max })),
    shows_candidate: Type.Optional(Type.Boolean()),
    shows_questions: Type.Optional(Type.Boolean()),
    shows_scorecards: Type.Optional(Type.Boolean()),
  }),
  reply: Closed({ link: ReviewLink, token: ReviewToken }),
  notFound: NO_ACCESS,
  status: 201,
});

export const listReviewLinks = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/review-links',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'List the valid review links of an interview',
  params: IdParams,
  reply: Closed({ links: Type.Array(ReviewLink, { maxItems: REVIEW_LINKS_MAX }) }),
  notFound: NO_ACCESS,
});

export const revokeReviewLink = endpoint({
  method: 'DELETE',
  url: '/interview-sessions/:id/review-links/:link_id',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Revoke a review link',
  params: Closed({ id: Id, link_id: Id }),
  reply: Done,
  notFound: NO_ACCESS,
});

/** A body instead of a query, so that no log or referrer has the token. */
export const openReview = endpoint({
  method: 'POST',
  url: '/public/review',
  access: 'public',
  tag: 'Reviews',
  summary: 'The recording behind a review link, as a stream of frames',
  body: Closed({
    token: ReviewToken,
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  reply: Type.String({ contentMediaType: 'application/octet-stream' }),
  notFound: NO_SUCH_REVIEW,
});
