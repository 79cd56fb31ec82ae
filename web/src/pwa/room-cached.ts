import { createAtom } from '@tanstack/store';

/** True once the service worker has every file that a room needs, so that a reload without a network opens it. */
export const isRoomCached = createAtom(false);
