import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { deviceDatabase } from './device-database.ts';
import { findOfflineDocument, deleteOfflineDocument, scopeOf } from './offline-document.ts';

/** A text typed offline whose room is closed. */
export interface OrphanedText {
  code: string;
  language: string;
}

/** Returns the text that a participant typed offline in a room and the server never got, or null. */
export async function findOrphanedText(roomCode: string, participantId: string): Promise<OrphanedText | null> {
  const offline = await findOfflineDocument(roomCode, participantId);
  if (!offline) return null;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, offline.state);
  const rows = await (await deviceDatabase()).getAllFromIndex('pending', 'scope', scopeOf(roomCode, participantId));
  for (const { update } of rows.toSorted((a, b) => a.at - b.at)) Y.applyUpdate(doc, update);
  return { code: doc.getText(SHARED_TEXT).toString(), language: offline.language };
}

/** Returns whether this device has edits of a participant that a room's server may lack. */
export async function hasUnsentEdits(roomCode: string, participantId: string): Promise<boolean> {
  const database = await deviceDatabase();
  return (await database.countFromIndex('pending', 'scope', scopeOf(roomCode, participantId))) > 0;
}

/** Deletes a participant's offline document and unsent edits of a room. */
export async function deleteOrphanedEdits(roomCode: string, participantId: string): Promise<void> {
  const scope = scopeOf(roomCode, participantId);
  await deleteOfflineDocument(scope);
  const database = await deviceDatabase();
  const keys = await database.getAllKeysFromIndex('pending', 'scope', scope);
  await Promise.all(keys.map((key) => database.delete('pending', key)));
}
