import { earlyCard } from '../../features/interviews/early-card.ts';
import { takePlace } from '../../features/interviews/public-interviews.queries.ts';
import { CandidateRoom, enterAhead } from './candidate-room.ts';

/**
 * Waits for what becomes of a name that was sent before the app was here, and enters the room, so that it is the first
 * thing the app draws. A join that failed is left to the card, which says why. So is everything on a new device: the
 * room's files are long in coming there, and what the app can do before they are here it should have done.
 */
export async function settleEarlyJoin(roomCode: string): Promise<void> {
  const card = earlyCard(roomCode);
  if (card === null || card.name === null) return;
  void CandidateRoom.preload();
  if (!isAppKept()) return;
  card.joining = takePlace(roomCode, card.name);
  try {
    card.place = await card.joining;
    await enterAhead(card.interview, card.place);
  } catch {
    // The card asks what became of it; a room whose files do not come says so on its own.
  }
}

/** This page came from what the device keeps, and the room's files will. */
const isAppKept = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
