import { whenRestored } from '../../../shared/device/device-data.ts';
import { inDeviceDatabase } from './device-database.ts';
import type { OfflineRunRow } from './device-database.ts';

/** Returns a participant's runs of a room that the server does not have. Rejects if the device refuses storage. */
export async function listOfflineRuns(scope: string): Promise<OfflineRunRow[]> {
  await whenRestored();
  const rows = await inDeviceDatabase((database) => database.getAll('runs', rangeOf(scope)));
  return rows.toSorted((a, b) => a.at - b.at);
}

/** Stores a run until it is removed; resolves once it is on the disk. */
export async function addOfflineRun(row: OfflineRunRow): Promise<void> {
  await inDeviceDatabase(async (database) => {
    const transaction = database.transaction('runs', 'readwrite', { durability: 'strict' });
    await Promise.all([transaction.store.put(row), transaction.done]);
  });
}

export async function removeOfflineRun(scope: string, id: string): Promise<void> {
  await inDeviceDatabase((database) => database.delete('runs', [scope, id]));
}

/** Deletes a participant's runs of a room. */
export async function clearOfflineRuns(scope: string): Promise<void> {
  try {
    await inDeviceDatabase((database) => database.delete('runs', rangeOf(scope)));
  } catch {
    // If there is no storage, there are no runs.
  }
}

const rangeOf = (scope: string) => IDBKeyRange.bound([scope], [scope, []]);
