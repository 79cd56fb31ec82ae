import { queryOptions } from '@tanstack/react-query';
import { scorecardsQuery } from '../../../features/scorecards/scorecards.queries.ts';

/** The server knows within this time that an interviewer has entered (ms). */
const ASK_AGAIN_MS = 2_000;

/** The scorecards of a room's interview, read again until the account has its own. */
export const ownNotesQuery = (interviewId: string) =>
  queryOptions({
    ...scorecardsQuery(interviewId),
    refetchInterval: ({ state: { data } }) => data?.own === null && ASK_AGAIN_MS,
  });
