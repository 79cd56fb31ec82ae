import { createAtom } from '@tanstack/store';
import { useStore } from '../../../shared/store.ts';
import type { RoomRuns } from '../live/live-room.ts';

const NOT_LOADED = createAtom({ isOffered: false });

/** Returns whether a room's files make a page; false until runs are loaded. */
export function usePreviewOffer(runs: Pick<RoomRuns, 'preview'> | null): boolean {
  return useStore<{ isOffered: boolean }, boolean>(runs?.preview.store ?? NOT_LOADED, ({ isOffered }) => isOffered);
}
