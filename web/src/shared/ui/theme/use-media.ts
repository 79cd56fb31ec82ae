import { useSyncExternalStore } from 'react';

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    // Where the landing page is written there is no screen yet.
    () => false,
  );
}
