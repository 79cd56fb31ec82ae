import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Says how many saves and ends of the signed-in account wait on this device. */
export function setWaitingCount(waiting: number): void {
  if (waiting === count) return;
  count = waiting;
  for (const listener of listeners) listener();
}

/** How many saves and ends of the signed-in account wait on this device, kept current. Costs a screen nothing else. */
export function useWaitingCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
