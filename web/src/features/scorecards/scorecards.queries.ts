import type { Body } from '@cip/contracts/protocol/endpoint';
import type { decideInterview } from '@cip/contracts/scorecards/scorecards';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** The scorecards of an interview that this account may read, and its own. */
export const scorecardsQuery = (id: string) =>
  queryOptions({
    queryKey: ['scorecards', id],
    queryFn: () => call('GET /interview-sessions/:id/scorecards', { params: { id } }),
    staleTime: 0,
  });

/** How far the scorecards of interviews are. */
export const scorecardStatesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['scorecards', 'states', ...ids],
    queryFn: async () => (await call('GET /scorecards', { query: { interviews: ids.join(',') } })).data,
    enabled: ids.length > 0,
  });

/** The scorecards that this account still has to write. */
export const openScorecardsQuery = queryOptions({
  queryKey: ['scorecards', 'open'],
  queryFn: () => call('GET /scorecards/open'),
  staleTime: 0,
});

/** Decides about a candidate. */
export function decide(id: string, body: Body<typeof decideInterview>) {
  return call('PUT /interview-sessions/:id/decision', { params: { id }, body });
}
