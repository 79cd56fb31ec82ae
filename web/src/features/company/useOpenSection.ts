import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { ONE_PAGE } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';

/** Returns the id of the only section that a narrow window shows, '' for their list; undefined if all are shown. */
export function useOpenSection(): string | undefined {
  const { hash } = useHistoryLocation();
  return useMedia(ONE_PAGE) ? undefined : hash.slice(1);
}
