import type { UseQueryResult } from '@tanstack/react-query';
import { isUnreachable } from '../api/api-error.ts';
import { useReachability } from '../api/reachability.ts';

/**
 * Whether a screen says that something did not load: it is missing, or the server has refused to bring it up to date.
 * It stays so while a server that cannot be reached is asked again.
 */
export function useFailure({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): boolean {
  const isAway = useReachability() === 'unreachable';
  if (data === undefined && isAway) return true;
  return error !== null && !(data !== undefined && isUnreachable(error));
}
