import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { LIST_FRESH_MS } from './limits.ts';

// It takes every page for online until told otherwise: what cannot be asked now waits, instead of failing first.
if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine);

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
