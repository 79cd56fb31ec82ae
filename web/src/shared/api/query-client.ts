import { onlineManager, QueryClient } from '@tanstack/react-query';
import type { DefaultOptions } from '@tanstack/react-query';
import { ApiError, isUnreachable } from './api-error.ts';
import { RETRY_EVERY_MS, LIST_FRESH_MS } from '../limits.ts';

// TanStack Query assumes that every page starts online. Offline, a query must wait instead of failing first.
if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine);
// Subscribed here, because it listens from its first subscriber on and the network may return before a screen
// subscribes.
onlineManager.subscribe(() => undefined);

/** Spread, so that pages that lost the same server do not all retry at the same moment. */
const retryAfterMs = RETRY_EVERY_MS * (0.75 + Math.random() / 2);

/**
 * Defaults of all queries. A refusal is final. If a request fails, it is retried twice; if the server is unreachable,
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
