import type { PublicInterview } from '@cip/contracts/interviews';
import type { CandidatePlace } from './candidate-place.ts';

/** The join card that stood in the page before the app was here; `src/early-start.ts` shows it. */
export interface EarlyCard {
  roomCode: string;
  interview: PublicInterview;
  /** The name the person has sent; null while they type. */
  name: string | null;
  /** The app draws now: the script leaves the card's looks alone. */
  isTaken: boolean;
  /** What becomes of the name, when the app has asked. */
  joining?: Promise<CandidatePlace>;
  /** Set once the name was taken. */
  place?: CandidatePlace;
}

declare global {
  var earlyCard: EarlyCard | undefined;
}

/** The card of a room for as long as it is not taken over, or null. */
export function earlyCard(roomCode: string): EarlyCard | null {
  return globalThis.earlyCard?.roomCode === roomCode ? globalThis.earlyCard : null;
}

/** The same, once: from here on the card is the app's alone. */
export function takeEarlyCard(roomCode: string): EarlyCard | null {
  const card = earlyCard(roomCode);
  if (card !== null) globalThis.earlyCard = undefined;
  return card;
}
