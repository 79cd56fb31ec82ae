import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

/** Returns the current address with its state. Smaller than the router's own hook, which every page would load. */
export function useHistoryLocation() {
  const { history } = useRouter();
  return useSyncExternalStore(history.subscribe, () => history.location);
}
