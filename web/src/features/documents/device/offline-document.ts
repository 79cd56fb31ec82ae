import { whenRestored } from '../../../shared/device/device-data.ts';
import { deviceDatabase } from './device-database.ts';
import type { OfflineDocument } from './device-database.ts';

/** Returns the key of a participant's rows of a room on this device. */
export const scopeOf = (roomCode: string, participantId: string) => `${roomCode} ${participantId}`;

/** Stores a document for offline typing; resolves once it is on the disk, rejects where the device refuses storage. */
export async function saveOfflineDocument(document: OfflineDocument): Promise<void> {
  const transaction = (await deviceDatabase()).transaction('documents', 'readwrite', { durability: 'strict' });
  const earlier = await transaction.store.get(document.scope);
  // Another tab of the participant may have gone offline before; they share the gap.
  await transaction.store.put(earlier ? { ...document, gapId: earlier.gapId, since: earlier.since } : document);
  await transaction.done;
}

/** Returns a participant's offline document of a room; null for none, and where the device refuses storage. */
export async function findOfflineDocument(roomCode: string, participantId: string): Promise<OfflineDocument | null> {
  try {
    await whenRestored();
    return (await (await deviceDatabase()).get('documents', scopeOf(roomCode, participantId))) ?? null;
  } catch {
    return null;
  }
}

/** Deletes an offline document. */
export async function deleteOfflineDocument(scope: string): Promise<void> {
  try {
    await (await deviceDatabase()).delete('documents', scope);
  } catch {
    // No storage: there is no document.
  }
}
