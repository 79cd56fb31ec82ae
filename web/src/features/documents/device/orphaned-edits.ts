import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { deviceDatabase } from './device-database.ts';
import { findOfflineDocument, deleteOfflineDocument, scopeOf } from './offline-document.ts';

/** A text that was typed without a connection and has no room to go to any more. */
export interface OrphanedText {
  code: string;
  language: string;
}

/** What a person typed offline in a room and the server never took, or null. */
export async function findOrphanedText(roomCode: string, participantId: string): Promise<OrphanedText | null> {
  const kept = await findOfflineDocument(roomCode, participantId);
  if (!kept) return null;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, kept.state);
  const rows = await (await deviceDatabase()).getAllFromIndex('pending', 'scope', scopeOf(roomCode, participantId));
  for (const { update } of rows.toSorted((a, b) => a.at - b.at)) Y.applyUpdate(doc, update);
  return { code: doc.getText(SHARED_TEXT).toString(), language: kept.language };
}

/** Forgets it once the person has seen it. */
export async function deleteOrphanedEdits(roomCode: string, participantId: string): Promise<void> {
  const scope = scopeOf(roomCode, participantId);
  await deleteOfflineDocument(scope);
  const database = await deviceDatabase();
  const keys = await database.getAllKeysFromIndex('pending', 'scope', scope);
  await Promise.all(keys.map((key) => database.delete('pending', key)));
}
