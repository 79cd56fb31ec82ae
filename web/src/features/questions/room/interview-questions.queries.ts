import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api-client.ts';

/** The questions of an interview with guides and hidden tests, for its interviewers. */
export const interviewQuestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', 'interview', id],
    queryFn: () => call('GET /interview-sessions/:id/questions', { params: { id } }),
    staleTime: 0,
  });
