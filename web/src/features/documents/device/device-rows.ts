import { inDeviceDatabase } from './device-database.ts';
import type { OfflineDocument, OfflineRunRow, PendingRow } from './device-database.ts';

/** The rows of one participant in all rooms. */
export interface DeviceRows {
  documents: OfflineDocument[];
  pending: PendingRow[];
  /** Absent from data that an earlier release sealed. */
  runs?: OfflineRunRow[];
}

const isOf = (participantId: string) => (row: { scope: string }) => row.scope.endsWith(` ${participantId}`);

/** Returns a participant's rows on this device. */
export async function readDeviceRows(participantId: string): Promise<DeviceRows> {
  const isTheirs = isOf(participantId);
  return inDeviceDatabase(async (database) => ({
    documents: (await database.getAll('documents')).filter(isTheirs),
    pending: (await database.getAll('pending')).filter(isTheirs),
    runs: (await database.getAll('runs')).filter(isTheirs),
  }));
}

/** Deletes rows from this device. */
export async function deleteDeviceRows({ documents, pending, runs = [] }: DeviceRows): Promise<void> {
  await inDeviceDatabase(async (database) => {
    const transaction = database.transaction(['documents', 'pending', 'runs'], 'readwrite');
    const deletions = [
      ...documents.map(({ scope }) => transaction.objectStore('documents').delete(scope)),
      ...pending.map(({ scope, tab, id }) => transaction.objectStore('pending').delete([scope, tab, id])),
      ...runs.map(({ scope, id }) => transaction.objectStore('runs').delete([scope, id])),
    ];
    await Promise.all([...deletions, transaction.done]);
  });
}

/** Writes rows back that `readDeviceRows` returned. */
export async function restoreDeviceRows({ documents, pending, runs = [] }: DeviceRows): Promise<void> {
  await inDeviceDatabase(async (database) => {
    const transaction = database.transaction(['documents', 'pending', 'runs'], 'readwrite');
    const writes = [
      ...documents.map((row) => transaction.objectStore('documents').put(row)),
      ...pending.map((row) => transaction.objectStore('pending').put(row)),
      ...runs.map((row) => transaction.objectStore('runs').put(row)),
    ];
    await Promise.all([...writes, transaction.done]);
  });
}

/** Returns the codes of the rooms in which a participant has unacknowledged edits. */
export async function roomsWithUnsentText(participantId: string): Promise<string[]> {
  const { pending } = await readDeviceRows(participantId);
  return [...new Set(pending.map(({ scope }) => scope.slice(0, scope.indexOf(' '))))];
}
