import type { Interviewer } from '@cip/contracts/interviewers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** All interviewers of the company; a plan allows few enough to search them on the client. */
export const interviewersQuery = queryOptions({
  queryKey: ['interviewers'],
  queryFn: async (): Promise<Interviewer[]> => {
    const first = await call('GET /users');
    const others = Array.from({ length: first.last_page - 1 }, (_page, index) =>
      call('GET /users', { query: { page: index + 2 } }),
    );
    return [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
  },
});

/** The active interviews that an interviewer leads. */
export const ledByQuery = (userId: string) =>
  queryOptions({
    queryKey: ['interviews', 'led by', userId],
    queryFn: async () => {
      const query = { status: 'active' as const, interviewer_id: userId };
      return (await call('GET /interview-sessions', { query })).data;
    },
    staleTime: 0,
  });

/** Values of the form. */
export interface InterviewerForm {
  name: string;
  email: string;
  password: string;
}

/** Adds an interviewer, or changes the given one; a blank password keeps the current one. */
export function saveInterviewer(id: string | null, { name, email, password }: InterviewerForm) {
  const person = { name: name.trim(), email: email.trim() };
  if (id === null) {
    const body = { ...person, password, role: 'interviewer' as const };
    return call('POST /users', { body });
  }
  const body = password === '' ? person : { ...person, password };
  return call('PUT /users/:id', { params: { id }, body });
}

/** Deletes an interviewer; they are signed out at once. */
export function removeInterviewer(id: string) {
  return call('DELETE /users/:id', { params: { id } });
}

/** Removes the second factor of an interviewer; they are signed out at once. */
export function removeSecondFactor(id: string) {
  return call('DELETE /users/:id/second-factor', { params: { id } });
}
