import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { takePlace } from '../../features/interviews/public-interviews.queries.ts';
import { isAppCached, takePrejoin } from '../../prejoin/handover.ts';
import type { Prejoin, PrejoinCard } from '../../prejoin/handover.ts';
import { CandidateRoom, enterAhead } from './candidate-room.ts';

/** The initial state of the candidate's screen. */
export interface ResumedPrejoin {
  prejoin: Prejoin | null;
  /** Set if the join that was sent from the card has succeeded. */
  place?: CandidatePlace;
}

/**
 * Takes over the page's work before the app ran. If the name was sent and the room's files are cached, it joins and
 * enters the room, so that the first render is the room. Because these files take long on a new device, the card
 * renders and joins there, so that all other work is done when they arrive.
 */
export async function resumePrejoin(roomCode: string): Promise<ResumedPrejoin> {
  const prejoin = takePrejoin(roomCode);
  const resumed: ResumedPrejoin = { prejoin };
  const card = prejoin?.card;
  if (!card?.join) return resumed;
  void CandidateRoom.preload();
  if (!isAppCached()) return resumed;
  card.join.place = takePlace(roomCode, card.join.name, card.join.reply);
  try {
    resumed.place = await card.join.place;
    await enterAhead(card.interview, resumed.place);
  } catch {
    // The card shows a failed join.
  }
  return resumed;
}

/** Joins under a name; the first time it continues the join that was sent from the card. Throws ApiError. */
export function joinRoom(roomCode: string, name: string, card: PrejoinCard | null): Promise<CandidatePlace> {
  const sent = card?.join;
  if (!sent) return takePlace(roomCode, name);
  card.join = null;
  return sent.place ?? takePlace(roomCode, sent.name, sent.reply);
}
