import { useSyncExternalStore } from 'react';

/** Returns true if a media query matches, and renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    // At build time, where pages are prerendered, there is no screen.
    () => false,
  );
}
