import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** How long another name waits for the acks of the last edits (ms). */
const SAVED_WITHIN_MS = 1_500;

/**
 * Resolves to whether the candidate can take another name. While the server lacks a part of their text, it shows that
 * they cannot, because under another name they are another participant, who could not send it.
 */
export async function canRename({ code, connection }: Pick<LiveRoom, 'code' | 'connection'>): Promise<boolean> {
  const isSaved = connection.store.get().isConnected && (await code.save(SAVED_WITHIN_MS));
  if (!isSaved) toast('bad', 'You can change your name once you are connected and your code is saved.');
  return isSaved;
}
