import { whenRestored } from '../../../shared/device/device-data.ts';
import { deviceDatabase } from './device-database.ts';
import type { OfflineDocument } from './device-database.ts';

/** The name under which this device keeps what a person does in a room. */
export const scopeOf = (roomCode: string, participantId: string) => `${roomCode} ${participantId}`;

/** Keeps a document for typing without a connection; resolves once it is on the disk, rejects where it cannot be. */
export async function saveOfflineDocument(kept: OfflineDocument): Promise<void> {
  const transaction = (await deviceDatabase()).transaction('documents', 'readwrite', { durability: 'strict' });
  const earlier = await transaction.store.get(kept.scope);
  // Another tab of this person may have begun before; the gap is theirs together.
  await transaction.store.put(earlier ? { ...kept, gapId: earlier.gapId, since: earlier.since } : kept);
  await transaction.done;
}

/** The document a person of a room goes on with, or null; null too where the device keeps nothing. */
export async function findOfflineDocument(roomCode: string, participantId: string): Promise<OfflineDocument | null> {
  try {
    await whenRestored();
    return (await (await deviceDatabase()).get('documents', scopeOf(roomCode, participantId))) ?? null;
  } catch {
    return null;
  }
}

/** Forgets it: the server has everything, or the person has taken the text along. */
export async function deleteOfflineDocument(scope: string): Promise<void> {
  try {
    await (await deviceDatabase()).delete('documents', scope);
  } catch {
    // No storage: nothing was kept.
  }
}
