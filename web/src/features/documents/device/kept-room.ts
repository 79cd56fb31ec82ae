import { CANDIDATE_TOKEN_MS } from '../../../shared/limits.ts';
import { whenRestored } from '../../../shared/device/device-data.ts';
import { inDeviceDatabase } from './device-database.ts';
import type { OfflineDocument } from './device-database.ts';
import { findOfflineDocument, scopeOf } from './offline-document.ts';

/** The data besides its text with which a room can be shown without a server. */
export type AboutRoom = Pick<OfflineDocument, 'language' | 'interview' | 'files'>;

/** A room as the server last had it. */
export interface KeptRoom extends AboutRoom, Pick<OfflineDocument, 'state' | 'firstClientId'> {
  /** Room code and participant. */
  scope: string;
}

/** A kept room is not opened after this time, in milliseconds, because by then its candidate joins again. */
const KEPT_FOR_MS = CANDIDATE_TOKEN_MS;
/**
 * The rows are in the table of offline documents, because earlier releases look up and seal its rows by the end of
 * their keys.
 */
const PREFIX = 'kept ';

const isOld = ({ since }: OfflineDocument) => Date.now() - since > KEPT_FOR_MS;

/**
 * Stores a room in place of its earlier state, and deletes rooms that are too old. Rejects if the device refuses
 * storage.
 */
export async function saveKeptRoom({ scope, ...room }: KeptRoom): Promise<void> {
  await inDeviceDatabase(async (database) => {
    const transaction = database.transaction('documents', 'readwrite');
    await transaction.store.put({ ...room, scope: PREFIX + scope, gapId: '', since: Date.now() });
    const kept = await transaction.store.getAll(IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`));
    await Promise.all([...kept.filter(isOld).map((row) => transaction.store.delete(row.scope)), transaction.done]);
  });
}

/** Returns a room as this device kept it for a participant; null if there is none or the device refuses storage. */
export async function findKeptRoom(roomCode: string, participantId: string): Promise<OfflineDocument | null> {
  try {
    await whenRestored();
    const key = PREFIX + scopeOf(roomCode, participantId);
    const kept = await inDeviceDatabase((database) => database.get('documents', key));
    return kept && !isOld(kept) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Returns the interview of a room that this device can show to a participant without a server, because they typed
 * offline in it or it was open here. Null if there is none.
 */
export async function findInterviewOnDevice(roomCode: string, participantId: string): Promise<unknown> {
  const found = (await findOfflineDocument(roomCode, participantId)) ?? (await findKeptRoom(roomCode, participantId));
  return found?.interview ?? null;
}

/** Deletes a kept room. */
export async function deleteKeptRoom(scope: string): Promise<void> {
  try {
    await inDeviceDatabase((database) => database.delete('documents', PREFIX + scope));
  } catch {
    // If the device refuses storage, it has kept no room.
  }
}
