import type { Interviewer } from '@cip/contracts/accounts/interviewers';
import type { GivenRole } from '@cip/contracts/accounts/roles';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** A user of the company besides its owner. */
export type Person = Interviewer & { role: GivenRole };

/** All people of the company but its owner. They are few, so they are searched on the client. */
export const interviewersQuery = queryOptions({
  queryKey: ['interviewers'],
  queryFn: async (): Promise<Person[]> => {
    const first = await call('GET /users');
    const others = Array.from({ length: first.last_page - 1 }, (_page, index) =>
      call('GET /users', { query: { page: index + 2 } }),
    );
    return [first, ...(await Promise.all(others))].flatMap(({ data }) => data.filter(isGiven));
  },
});

// The list is without the owner, which its type does not show.
const isGiven = (user: Interviewer): user is Person => user.role !== 'owner';
