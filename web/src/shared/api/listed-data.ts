import type { UseQueryResult } from '@tanstack/react-query';

type ListResult<T> = Pick<UseQueryResult<T>, 'data' | 'isPlaceholderData' | 'fetchStatus'>;

/**
 * Returns the data of a list that keeps the last page until the next one has loaded: but not another page or filter's
 * data while this one waits for a network.
 */
export function listedData<T>({ data, isPlaceholderData, fetchStatus }: ListResult<T>): T | undefined {
  return isPlaceholderData && fetchStatus === 'paused' ? undefined : data;
}
