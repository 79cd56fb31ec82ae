/** Whether a newer version waits to take over, or has done so at the wish of another tab. */
export type UpdateState = 'none' | 'waiting' | 'replaced';

let state: UpdateState = 'none';
let reload: (() => void) | null = null;
const listeners = new Set<() => void>();

/** The update of the app, for the prompt. */
export const updateStore = {
  read: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Says that there is a newer version, and how this tab goes over to it. */
  offer(next: UpdateState, goOver: () => void) {
    state = next;
    reload = goOver;
    for (const listener of listeners) listener();
  },
  /** Goes over to the newer version; this tab reloads, no other. */
  accept: () => reload?.(),
};
