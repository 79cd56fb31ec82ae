import type { Body } from '@cip/contracts/protocol/endpoint';
import type { changePlan } from '@cip/contracts/interviews/planning';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api-client.ts';
import { sessionOf } from '../mail-text.ts';

/** Everyone who can be an interviewer. */
export const colleaguesQuery = queryOptions({
  queryKey: ['interviews', 'colleagues'],
  queryFn: async () => (await call('GET /interview-sessions/colleagues')).data,
});

/** Changes when, how long, with whom and over which call a scheduled interview is planned. */
export async function reschedule(id: string, body: Body<typeof changePlan>) {
  return sessionOf(await call('PATCH /interview-sessions/:id/plan', { params: { id }, body }));
}
