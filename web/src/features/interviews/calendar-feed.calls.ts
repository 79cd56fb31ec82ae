import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** The start of the user's calendar feed; null if there is none. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: async () => (await call('GET /calendar-feed')).created_at,
  staleTime: 0,
});

/** Creates the feed's address, in place of an earlier one; resolves to it. It is shown once. */
export const createFeed = async (): Promise<string> => (await call('POST /calendar-feed')).address;

/** Turns the feed off. */
export const removeFeed = () => call('DELETE /calendar-feed');
