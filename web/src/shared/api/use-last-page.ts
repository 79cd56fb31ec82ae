import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Returns the number of a list's last page, and leads there from a page beyond it. */
export function useLastPage(
  { data, isPlaceholderData }: Pick<UseQueryResult<{ last_page: number }>, 'data' | 'isPlaceholderData'>,
  page: number,
  onPage: (page: number, options: { replace: boolean }) => void,
): number {
  // Also the number from the list before, because without a network it leads back to a page that is cached.
  const lastPage = data?.last_page ?? 1;
  const isBeyond = page > lastPage && data !== undefined && !isPlaceholderData;
  useEffect(() => {
    // The last row of the last page was deleted, or the address names a page beyond the last one.
    if (isBeyond) onPage(lastPage, { replace: true });
  }, [isBeyond, lastPage, onPage]);
  return lastPage;
}
