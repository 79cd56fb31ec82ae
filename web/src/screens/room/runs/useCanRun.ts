import { useMemo } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';

const NOT_LOADED: ReadableStore<{ engineLanguages: null }> = {
  get: () => NO_ENGINE,
  subscribe: () => ({ unsubscribe: () => undefined }),
};
const NO_ENGINE = { engineLanguages: null };

/** Returns the function that returns true if a language can run in the room; undefined until that is known. */
export function useCanRun(room: LiveRoom): ((language: string) => boolean) | undefined {
  const runs = useStore(room.runs);
  const store: ReadableStore<{ engineLanguages: unknown }> = runs?.session.store ?? NOT_LOADED;
  const engineLanguages = useStore(store, (state) => state.engineLanguages);
  // Another function when the engine's languages change, so that pickers compute their groups again.
  return useMemo(
    () => (engineLanguages === null || !runs ? undefined : (language) => runs.session.canRun(language)),
    [runs, engineLanguages],
  );
}
