import type { UseQueryResult } from '@tanstack/react-query';
import { isUnreachable } from '../api/api-error.ts';
import { useReachability } from '../api/reachability.ts';

/**
 * Returns true if a screen reports that its data failed to load: there is none, or the server refused to update it.
 * Stays true while an unreachable server is retried.
 */
export function useFailure({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): boolean {
  const isAway = useReachability() === 'unreachable';
  if (data === undefined && isAway) return true;
  return error !== null && !(data !== undefined && isUnreachable(error));
}
