import { useSyncExternalStore } from 'react';

/** `offline`: the device says so. `unreachable`: it does not, but the last call got no answer. */
export type Reachability = 'online' | 'offline' | 'unreachable';

let isAnswering = true;
const listeners = new Set<() => void>();

/** Notes whether the server answered a call at all. */
export function noteAnswer(answered: boolean): void {
  if (answered === isAnswering) return;
  isAnswering = answered;
  for (const listener of listeners) listener();
}

function read(): Reachability {
  if (!navigator.onLine) return 'offline';
  return isAnswering ? 'online' : 'unreachable';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the server can be reached, as far as this page knows. */
export function useReachability(): Reachability {
  return useSyncExternalStore(subscribe, read, () => 'online');
}
