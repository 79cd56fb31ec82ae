import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api-client.ts';

type Body = { days: number } & Record<'shows_candidate' | 'shows_questions' | 'shows_scorecards', boolean>;

/** The valid review links of an interview. */
export const reviewLinksQuery = (interviewId: string) =>
  queryOptions({
    queryKey: ['review-links', interviewId],
    queryFn: async () =>
      (await call('GET /interview-sessions/:id/review-links', { params: { id: interviewId } })).links,
    staleTime: 0,
  });

/** Makes a review link and returns its address. The token is behind the `#`, because browsers do not send that part. */
export async function makeReviewLink(interviewId: string, options: Body): Promise<string> {
  const { token } = await call('POST /interview-sessions/:id/review-links', {
    params: { id: interviewId },
    body: options,
  });
  return `${location.origin}/review#${token}`;
}

/** Revokes a review link. */
export const revokeReviewLink = (interviewId: string, linkId: string) =>
  call('DELETE /interview-sessions/:id/review-links/:link_id', { params: { id: interviewId, link_id: linkId } });
