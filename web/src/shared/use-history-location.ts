import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

/**
 * Returns the current address with its state. Not the router's own hook, because that is larger and every page would
 * load it.
 */
export function useHistoryLocation() {
  const { history } = useRouter();
  return useSyncExternalStore(history.subscribe, () => history.location);
}
