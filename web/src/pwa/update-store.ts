import { createAtom } from '@tanstack/store';

/** A newer version waits to take over, or another tab has already activated it. */
interface AppUpdate {
  state: 'none' | 'waiting' | 'replaced';
  /** Activates the newer version and reloads this tab, no other. */
  accept: () => void;
}

/** The update of the app, for the prompt. */
export const updateStore = createAtom<AppUpdate>({ state: 'none', accept: () => undefined });
