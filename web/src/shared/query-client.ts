import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { LIST_FRESH_MS } from './limits.ts';

/** The cache of everything read from the server. A refusal is final; an absent server is asked twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: LIST_FRESH_MS,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
    },
  },
});
