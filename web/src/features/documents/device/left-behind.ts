import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { deviceDatabase } from './device-database.ts';
import { findKept, forgetKept, scopeOf } from './kept-document.ts';

/** A text that was typed without a connection and has no room to go to any more. */
export interface LeftText {
  code: string;
  language: string;
}

/** What a person typed offline in a room and the server never took, or null. */
export async function leftBehind(roomCode: string, participantId: string): Promise<LeftText | null> {
  const kept = await findKept(roomCode, participantId);
  if (!kept) return null;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, kept.state);
  const rows = await (await deviceDatabase()).getAllFromIndex('pending', 'scope', scopeOf(roomCode, participantId));
  for (const { update } of rows.toSorted((a, b) => a.at - b.at)) Y.applyUpdate(doc, update);
  return { code: doc.getText(SHARED_TEXT).toString(), language: kept.language };
}

/** Forgets it once the person has seen it. */
export async function forgetLeft(roomCode: string, participantId: string): Promise<void> {
  const scope = scopeOf(roomCode, participantId);
  await forgetKept(scope);
  const database = await deviceDatabase();
  const keys = await database.getAllKeysFromIndex('pending', 'scope', scope);
  await Promise.all(keys.map((key) => database.delete('pending', key)));
}
