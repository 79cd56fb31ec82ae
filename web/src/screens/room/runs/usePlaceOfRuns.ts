import { SMALL_SCREEN, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';

/** Returns the place of the controls of runs; null on a phone, which has them with its code. */
export function usePlaceOfRuns(): 'bar' | 'strip' | null {
  const isSmall = useMedia(SMALL_SCREEN);
  const isWide = useMedia(WIDE);
  return isSmall ? null : isWide ? 'bar' : 'strip';
}
