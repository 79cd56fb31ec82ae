import { onlineManager, QueryClient } from '@tanstack/react-query';
import type { DefaultOptions } from '@tanstack/react-query';
import { ApiError, isUnreachable } from './api-error.ts';
import { RETRY_EVERY_MS, LIST_FRESH_MS } from '../limits.ts';

// TanStack Query assumes that every page starts online. Offline, a query must wait instead of failing first.
if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine);
// It listens from its first subscriber on: the network may return before the first screen subscribes.
onlineManager.subscribe(() => undefined);

/** Spread, so that pages that lost the same server do not all retry at the same moment. */
const retryAfterMs = RETRY_EVERY_MS * (0.75 + Math.random() / 2);

/**
 * Defaults of all queries. A refusal is final, a failed request is retried twice, and an unreachable server is retried
 * until it replies, while the screen reports it.
 */
export const queryDefaults: DefaultOptions = {
  queries: {
    staleTime: LIST_FRESH_MS,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    refetchInterval: ({ state }) => isUnreachable(state.error) && retryAfterMs,
  },
};

/** The page's query cache. */
export const queryClient = new QueryClient({ defaultOptions: queryDefaults });
