import { forgetPlace } from '../../../features/interviews/candidate-place.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** How long another name waits for the acks of the last edits (ms). */
const SAVED_WITHIN_MS = 1_500;

/**
 * Leaves the candidate's place in a room for another name. Resolves to false, and shows the reason, while the server
 * lacks a part of their text, because under another name they are another participant, who could not send it.
 */
export async function leaveForName({ code, connection, interview }: LiveRoom): Promise<boolean> {
  const isSaved = connection.store.get().isConnected && (await code.save(SAVED_WITHIN_MS));
  if (isSaved) forgetPlace(interview.room_code);
  else toast('bad', 'You can change your name once you are connected and your code is saved.');
  return isSaved;
}
