import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** The company's templates, by name. */
export const templatesQuery = queryOptions({
  queryKey: ['questions', 'templates'],
  queryFn: async () => (await call('GET /interview-templates')).data,
  staleTime: 0,
});
