import { CANDIDATE_TOKEN_MS } from '../../shared/limits.ts';
import { logProblem } from '../../shared/log.ts';
import { candidateKey } from '../../shared/device/storage-keys.ts';

/** A candidate's place in a room: the key to it, who they are there, and since when. */
export interface CandidatePlace {
  token: string;
  participantId: string;
  name: string;
  /** Milliseconds since 1970. */
  joinedAt: number;
}

/** The place this device holds in a room, unless its token is over. */
export function rememberedPlace(roomCode: string): CandidatePlace | null {
  const place = formerPlace(roomCode);
  return place !== null && Date.now() - place.joinedAt < CANDIDATE_TOKEN_MS ? place : null;
}

/** The place this device held in a room, however long ago: who typed here what never arrived. */
export function formerPlace(roomCode: string): CandidatePlace | null {
  try {
    return JSON.parse(localStorage.getItem(candidateKey(roomCode)) ?? 'null') as CandidatePlace | null;
  } catch {
    return null;
  }
}

/** Keeps the place, so that a reload comes back as the same person; where storage is refused, it does not. */
export function rememberPlace(roomCode: string, place: CandidatePlace): void {
  try {
    localStorage.setItem(candidateKey(roomCode), JSON.stringify(place));
  } catch (error) {
    logProblem('This place cannot be remembered', error);
  }
}

/** Forgets the place once the interview is over. */
export function forgetPlace(roomCode: string): void {
  localStorage.removeItem(candidateKey(roomCode));
}
