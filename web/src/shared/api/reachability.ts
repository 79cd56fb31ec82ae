import { createAtom } from '@tanstack/store';
import { useStore } from '../store.ts';
import type { ReadableStore } from '../store.ts';

/** `offline`: the device reports no network. `unreachable`: it reports one, but the last call got no answer. */
export type Reachability = 'online' | 'offline' | 'unreachable';

const isAnswering = createAtom(true);

/** Notes if the server answered the last call. */
export function noteAnswer(answered: boolean): void {
  isAnswering.set(answered);
}

const reachability: ReadableStore<Reachability> = {
  get() {
    if (!navigator.onLine) return 'offline';
    return isAnswering.get() ? 'online' : 'unreachable';
  },
  subscribe(listener) {
    const { unsubscribe } = isAnswering.subscribe(listener);
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return {
      unsubscribe: () => {
        unsubscribe();
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      },
    };
  },
};

/** Returns true if the server can be reached, as far as this page knows. */
export function useReachability(): Reachability {
  return useStore(reachability, (state) => state, 'online');
}
