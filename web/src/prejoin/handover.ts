import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import type { CandidatePlace } from '../features/interviews/candidate-place.ts';

/** The work of a candidate's page before the app ran. The page goes on writing to it until the app renders. */
export interface Prejoin {
  roomCode: string;
  /** The reply to the request for the interview; null once the interview is on the card. */
  reply: Promise<Response> | null;
  /** The join card that is on the screen. */
  card: PrejoinCard | null;
}

export interface PrejoinCard {
  interview: PublicInterview;
  /** The field for the name; null while the card is rendered at build time. */
  field: HTMLInputElement | null;
  /** The join that was sent from the card. */
  join: SentJoin | null;
}

export interface SentJoin {
  name: string;
  reply: Promise<Response>;
  /** The interview that the app has read from the reply. */
  place?: Promise<CandidatePlace>;
}

declare global {
  var prejoin: Prejoin | undefined;
}

/** Returns the page's work for this link, once; null if it did nothing. */
export function takePrejoin(roomCode: string): Prejoin | null {
  const { prejoin } = globalThis;
  globalThis.prejoin = undefined;
  return prejoin?.roomCode === roomCode ? prejoin : null;
}

/** Returns the reply to the request for the interview, once, because its body can be read only once. */
export function takeReply(prejoin: Prejoin | null): Promise<Response> | null {
  const reply = prejoin?.reply ?? null;
  if (prejoin) prejoin.reply = null;
  return reply;
}

/** True if this page came from the service worker's cache; the room's files are there too. */
export const isAppCached = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
