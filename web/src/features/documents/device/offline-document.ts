import { whenRestored } from '../../../shared/device/device-data.ts';
import { inDeviceDatabase } from './device-database.ts';
import type { OfflineDocument } from './device-database.ts';

/** Returns the key of a participant's rows of a room on this device. */
export const scopeOf = (roomCode: string, participantId: string) => `${roomCode} ${participantId}`;

/** Stores a document for offline typing; resolves once it is on the disk, rejects if the device refuses storage. */
export async function saveOfflineDocument(document: OfflineDocument): Promise<void> {
  await inDeviceDatabase(async (database) => {
    const transaction = database.transaction('documents', 'readwrite', { durability: 'strict' });
    const earlier = await transaction.store.get(document.scope);
    // If another tab of the participant went offline before, they share the gap.
    const isShared = earlier !== undefined && !earlier.isNoted;
    await transaction.store.put(isShared ? { ...document, gapId: earlier.gapId, since: earlier.since } : document);
    await transaction.done;
  });
}

/** Notes that the server has recorded a gap, whose document stays until the server has its edits. */
export async function markGapNoted({ scope, gapId }: OfflineDocument): Promise<void> {
  try {
    await inDeviceDatabase(async (database) => {
      const transaction = database.transaction('documents', 'readwrite');
      const kept = await transaction.store.get(scope);
      if (kept?.gapId === gapId) await transaction.store.put({ ...kept, isNoted: true });
      await transaction.done;
    });
  } catch {
    // If the device refuses storage, it has stored no document.
  }
}

/** Returns a participant's offline document of a room; null if there is none or the device refuses storage. */
export async function findOfflineDocument(roomCode: string, participantId: string): Promise<OfflineDocument | null> {
  try {
    await whenRestored();
    const key = scopeOf(roomCode, participantId);
    return (await inDeviceDatabase((database) => database.get('documents', key))) ?? null;
  } catch {
    return null;
  }
}

/** Deletes an offline document; with `gapId`, only if it belongs to that gap. */
export async function deleteOfflineDocument(scope: string, gapId?: string): Promise<void> {
  try {
    await inDeviceDatabase(async (database) => {
      const transaction = database.transaction('documents', 'readwrite');
      const kept = await transaction.store.get(scope);
      if (gapId === undefined || kept?.gapId === gapId) await transaction.store.delete(scope);
      await transaction.done;
    });
  } catch {
    // If the device refuses storage, it has stored no document.
  }
}
