import { useSyncExternalStore } from 'react';
import type { Entry } from './outbox-entry.ts';
import { entries } from './page-outbox.ts';

/** What waits or was refused, of the signed-in account, kept current. */
export function useOutbox(): Entry[] {
  return useSyncExternalStore(entries.subscribe, entries.getSnapshot);
}
