import { deleteOrphanedEdits, findOrphanedText } from '../../features/documents/device/orphaned-edits.ts';
import { forgetPlace } from '../../features/interviews/candidate-place.ts';

/** The rooms and participants whose text has been copied or downloaded on this page. */
const taken = new Set<string>();
const keyOf = (roomCode: string, participantId: string) => `${roomCode} ${participantId}`;

/** Notes that the user has copied or downloaded the text that they typed offline. */
export function noteTaken(roomCode: string, participantId: string): void {
  taken.add(keyOf(roomCode, participantId));
}

/** Resolves to true if this device has the only copy of a text that was typed offline. */
export async function hasOnlyCopy(roomCode: string, participantId: string): Promise<boolean> {
  if (taken.has(keyOf(roomCode, participantId))) return false;
  return (await findOrphanedText(roomCode, participantId).catch(() => null)) !== null;
}

/**
 * Deletes an ended interview's data on this device, and its candidate's place. Keeps both while the device has the only
 * copy of a text, because the link offers it again.
 */
export async function forgetEnded(roomCode: string, participantId: string): Promise<void> {
  if (await hasOnlyCopy(roomCode, participantId)) return;
  await deleteOrphanedEdits(roomCode, participantId).catch(() => undefined);
  forgetPlace(roomCode);
}
