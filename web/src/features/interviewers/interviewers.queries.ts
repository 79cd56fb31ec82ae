import type { Interviewer } from '@cip/contracts/accounts/interviewers';
import { GIVEN_ROLES, type GivenRole } from '@cip/contracts/accounts/roles';
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

/** The active interviews that an interviewer leads, and how many planned ones they are to hold. */
export const interviewsOfQuery = (userId: string) =>
  queryOptions({
    // Not among the interviews, which this device keeps: a deletion needs the present ones.
    queryKey: ['interviews of', userId],
    queryFn: async () => {
      const of = { interviewer_id: userId };
      const [led, planned] = await Promise.all([
        call('GET /interview-sessions', { query: { status: 'active', ...of } }),
        call('GET /interview-sessions', { query: { upcoming: 'true', ...of } }),
      ]);
      return { led: led.data, planned: planned.total };
    },
    gcTime: 0,
  });

/** Values of the form. */
export interface InterviewerForm {
  name: string;
  email: string;
  password: string;
  role: string;
}

/** Adds a person, or changes the given one; if the password is blank, it keeps the current one. */
export function saveInterviewer(
  user: Pick<Person, 'id' | 'role'> | null,
  { name, email, password, role }: InterviewerForm,
) {
  const chosen = GIVEN_ROLES.find((each) => each === role) ?? 'interviewer';
  const person = { name: name.trim(), email: email.trim() };
  const withPassword = { ...person, ...(password !== '' && { password }) };
  if (user === null) return call('POST /users', { body: { ...withPassword, role: chosen } });
  const body = { ...withPassword, ...(chosen !== user.role && { role: chosen }) };
  return call('PUT /users/:id', { params: { id: user.id }, body });
}

/** Deletes an interviewer; they are signed out immediately. */
export function removeInterviewer(id: string) {
  return call('DELETE /users/:id', { params: { id } });
}

/** Removes the second factor of an interviewer; they are signed out immediately. */
export function removeSecondFactor(id: string) {
  return call('DELETE /users/:id/second-factor', { params: { id } });
}
