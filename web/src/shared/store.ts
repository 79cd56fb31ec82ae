import { useCallback, useSyncExternalStore } from 'react';

/** A state with subscribers: an atom of `@tanstack/store`, or a browser API behind the same two functions. */
export interface ReadableStore<State> {
  get(): State;
  subscribe(listener: () => void): { unsubscribe: () => void };
}

/**
 * Returns the part of a store's state that `select` picks, and renders again when that part changes. `select` must
 * return the same value for the same state. `prerendered` is the part that HTML written at build time was drawn with.
 */
export function useStore<State>(store: ReadableStore<State>): State;
export function useStore<State, Part>(
  store: ReadableStore<State>,
  select: (state: State) => Part,
  prerendered?: Part,
): Part;
export function useStore(store: ReadableStore<unknown>, select = whole, prerendered?: unknown): unknown {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener).unsubscribe, [store]);
  const read = () => select(store.get());
  return useSyncExternalStore(subscribe, read, prerendered === undefined ? read : () => prerendered);
}

const whole = (state: unknown): unknown => state;
