import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Where to write: an address at the host the page came from; empty where a page is written at build time. */
export function useSupportEmail(): string {
  return useSyncExternalStore(
    never,
    () => `support@${window.location.hostname}`,
    () => '',
  );
}
