import { deviceDatabase } from './device-database.ts';
import type { OfflineDocument, PendingRow } from './device-database.ts';

/** What this device holds of one person in all rooms. */
export interface DeviceRows {
  documents: OfflineDocument[];
  pending: PendingRow[];
}

const isOf = (participantId: string) => (row: { scope: string }) => row.scope.endsWith(` ${participantId}`);

/** Reads what this device holds of a person. */
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

/** Puts back rows that were read here. */
export async function putBackDeviceRows({ documents, pending }: DeviceRows): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(['documents', 'pending'], 'readwrite');
  const writes = [
    ...documents.map((row) => transaction.objectStore('documents').put(row)),
    ...pending.map((row) => transaction.objectStore('pending').put(row)),
  ];
  await Promise.all([...writes, transaction.done]);
}

/** Returns the codes of the rooms in which a person typed something that the server has not acknowledged. */
export async function roomsWithUnsentText(participantId: string): Promise<string[]> {
  const { pending } = await readDeviceRows(participantId);
  return [...new Set(pending.map(({ scope }) => scope.slice(0, scope.indexOf(' '))))];
}
