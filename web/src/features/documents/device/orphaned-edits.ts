import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { filledFiles } from '../files/filled-files.ts';
import { inDeviceDatabase } from './device-database.ts';
import { deleteKeptRoom, findKeptRoom } from './kept-room.ts';
import { findOfflineDocument, deleteOfflineDocument, scopeOf } from './offline-document.ts';

/** Returns the code with the text that a participant typed in a room and the server never got, or null. */
export async function findOrphanedText(roomCode: string, participantId: string): Promise<CodeCopy | null> {
  const rows = await inDeviceDatabase((database) =>
    database.getAllFromIndex('pending', 'scope', scopeOf(roomCode, participantId)),
  );
  const offline = await findOfflineDocument(roomCode, participantId);
  // If there is only a kept room, the server lacks nothing of it.
  const base = offline ?? (rows.length > 0 ? await findKeptRoom(roomCode, participantId) : null);
  if (!base) return null;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, base.state);
  for (const { update } of rows.toSorted((a, b) => a.at - b.at)) Y.applyUpdate(doc, update);
  const { language, files = [] } = base;
  return { code: doc.getText(SHARED_TEXT).toString(), language, files: filledFiles(doc, files) };
}

/** Returns whether this device has edits of a participant that a room's server may lack. */
export function hasUnsentEdits(roomCode: string, participantId: string): Promise<boolean> {
  const scope = scopeOf(roomCode, participantId);
  return inDeviceDatabase(async (database) => (await database.countFromIndex('pending', 'scope', scope)) > 0);
}

/** Deletes a participant's offline document, kept room and unsent edits of a room. */
export async function deleteOrphanedEdits(roomCode: string, participantId: string): Promise<void> {
  const scope = scopeOf(roomCode, participantId);
  await deleteOfflineDocument(scope);
  await deleteKeptRoom(scope);
  await inDeviceDatabase(async (database) => {
    const keys = await database.getAllKeysFromIndex('pending', 'scope', scope);
    await Promise.all(keys.map((key) => database.delete('pending', key)));
  });
}
