import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns the support address at the page's own host; empty while a page is prerendered at build time. */
export function useSupportEmail(): string {
  return useSyncExternalStore(
    never,
    () => `support@${window.location.hostname}`,
    () => '',
  );
}
