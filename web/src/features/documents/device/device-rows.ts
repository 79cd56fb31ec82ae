import { deviceDatabase } from './device-database.ts';
import type { OfflineDocument, PendingRow } from './device-database.ts';

/** The rows of one participant in all rooms. */
export interface DeviceRows {
  documents: OfflineDocument[];
  pending: PendingRow[];
}

const isOf = (participantId: string) => (row: { scope: string }) => row.scope.endsWith(` ${participantId}`);

/** Returns a participant's rows on this device. */
export async function readDeviceRows(participantId: string): Promise<DeviceRows> {
  const database = await deviceDatabase();
  const isTheirs = isOf(participantId);
  return {
    documents: (await database.getAll('documents')).filter(isTheirs),
    pending: (await database.getAll('pending')).filter(isTheirs),
  };
}

/** Deletes rows from this device. */
export async function deleteDeviceRows({ documents, pending }: DeviceRows): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(['documents', 'pending'], 'readwrite');
  const deletions = [
    ...documents.map(({ scope }) => transaction.objectStore('documents').delete(scope)),
    ...pending.map(({ scope, tab, id }) => transaction.objectStore('pending').delete([scope, tab, id])),
  ];
  await Promise.all([...deletions, transaction.done]);
}

/** Writes rows back that `readDeviceRows` returned. */
export async function restoreDeviceRows({ documents, pending }: DeviceRows): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(['documents', 'pending'], 'readwrite');
  const writes = [
    ...documents.map((row) => transaction.objectStore('documents').put(row)),
    ...pending.map((row) => transaction.objectStore('pending').put(row)),
  ];
  await Promise.all([...writes, transaction.done]);
}

/** Returns the codes of the rooms in which a participant has unacknowledged edits. */
export async function roomsWithUnsentText(participantId: string): Promise<string[]> {
  const { pending } = await readDeviceRows(participantId);
  return [...new Set(pending.map(({ scope }) => scope.slice(0, scope.indexOf(' '))))];
}
