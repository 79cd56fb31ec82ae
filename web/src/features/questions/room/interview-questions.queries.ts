import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api-client.ts';

/** The questions of an interview with guides and hidden tests, for its interviewers; the largest are not whole. */
export const interviewQuestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', 'interview', id],
    queryFn: () => call('GET /interview-sessions/:id/questions', { params: { id } }),
    staleTime: 0,
  });

/** A whole question of an interview, if it was too large for the list. */
export const interviewQuestionQuery = (id: string, question: string) =>
  queryOptions({
    queryKey: ['questions', 'interview', id, question],
    queryFn: () =>
      call('GET /interview-sessions/:id/questions/:question_id', { params: { id, question_id: question } }),
    // Shown questions never change.
    staleTime: Infinity,
  });
