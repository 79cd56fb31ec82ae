import { onlineManager, QueryClient } from '@tanstack/react-query';
import type { DefaultOptions } from '@tanstack/react-query';
import { ApiError, isUnreachable } from './api-error.ts';
import { ASK_AGAIN_MS, LIST_FRESH_MS } from '../limits.ts';

// It takes every page for online until told otherwise: what cannot be asked now waits, instead of failing first.
if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine);

/** Pages that lost the same server do not all ask it in the same moment. */
const askAgainMs = ASK_AGAIN_MS * (0.75 + Math.random() / 2);

/**
 * How everything is read from the server. A refusal is final, a failure of the server is asked twice more, and a server
 * that cannot be reached is asked until it answers, while the screen says so.
 */
export const queryDefaults: DefaultOptions = {
  queries: {
    staleTime: LIST_FRESH_MS,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    refetchInterval: ({ state }) => isUnreachable(state.error) && askAgainMs,
  },
};

/** The cache of everything read from the server. */
export const queryClient = new QueryClient({ defaultOptions: queryDefaults });
