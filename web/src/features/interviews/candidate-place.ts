import { CANDIDATE_TOKEN_MS } from '../../shared/limits.ts';
import { logProblem } from '../../shared/log.ts';
import { candidateKey } from '../../shared/device/storage-keys.ts';
import { readStoredJson, removeStored } from '../../shared/device/stored-text.ts';

/** A candidate's place in a room, as this device stores it. */
export interface CandidatePlace {
  token: string;
  participantId: string;
  name: string;
  /** Milliseconds since 1970. */
  joinedAt: number;
  /** The call, because a room that asks before it admits names it only to who has joined. */
  callLink?: string | null;
  /** True until the candidate has read the text of the join card, if the link let them in without it. */
  isUnread?: boolean;
}

/** Returns the stored place in a room; null if there is none or its token has expired. */
export function rememberedPlace(roomCode: string): CandidatePlace | null {
  const place = formerPlace(roomCode);
  return place !== null && Date.now() - place.joinedAt < CANDIDATE_TOKEN_MS ? place : null;
}

/** Returns the stored place in a room even if its token has expired, because unsent edits are stored under it. */
export function formerPlace(roomCode: string): CandidatePlace | null {
  return readStoredJson(candidateKey(roomCode)) as CandidatePlace | null;
}

/** Stores the place, so that a reload joins as the same candidate. If storage is refused, it joins as a new one. */
export function rememberPlace(roomCode: string, place: CandidatePlace): void {
  try {
    localStorage.setItem(candidateKey(roomCode), JSON.stringify(place));
  } catch (error) {
    logProblem('This place cannot be remembered', error);
  }
}

/** Notes whether the candidate has still to read the text of the join card, which the room shows after a reload. */
export function markUnread(roomCode: string, isUnread: boolean): void {
  const place = formerPlace(roomCode);
  if (place) rememberPlace(roomCode, { ...place, isUnread });
}

/** Removes the stored place once the interview is over. */
export function forgetPlace(roomCode: string): void {
  removeStored(candidateKey(roomCode));
}
