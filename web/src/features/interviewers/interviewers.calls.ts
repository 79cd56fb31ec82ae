import { GIVEN_ROLES } from '@cip/contracts/accounts/roles';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';
import { interviewersQuery, type Person } from './interviewers.queries.ts';

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

/** Adds a person; without a password, they choose their own. */
export function addInterviewer({ name, email, password, role }: InterviewerForm) {
  const person = { name: name.trim(), email: email.trim(), role: roleOf(role) };
  return call('POST /users', { body: { ...person, ...(password !== '' && { password }) } });
}

/** Changes the given fields of a person. The others stay as the server has them, because others may change them too. */
export async function changeInterviewer(
  shown: Pick<Person, 'id' | 'name' | 'email'>,
  { name, email, password, role }: { [Field in keyof InterviewerForm]?: string | undefined },
  queries: QueryClient,
) {
  const people = await queries.fetchQuery({ ...interviewersQuery, staleTime: 0 });
  const present = people.find(({ id }) => id === shown.id) ?? shown;
  const body = {
    name: name?.trim() ?? present.name,
    email: email?.trim() ?? present.email,
    ...(password && { password }),
    ...(role !== undefined && { role: roleOf(role) }),
  };
  return call('PUT /users/:id', { params: { id: shown.id }, body });
}

/** Returns the role that a form has chosen. */
export const roleOf = (role: string) => GIVEN_ROLES.find((each) => each === role) ?? 'interviewer';

/** Deletes an interviewer; they are signed out immediately. */
export function removeInterviewer(id: string) {
  return call('DELETE /users/:id', { params: { id } });
}

/** Removes the second factor of an interviewer; they are signed out immediately. */
export function removeSecondFactor(id: string) {
  return call('DELETE /users/:id/second-factor', { params: { id } });
}
