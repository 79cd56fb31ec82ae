import { callPublic, probe } from '../../shared/api/api-client.ts';
import { isUnreachable } from '../../shared/api/api-error.ts';
import { rememberPlace } from './candidate-place.ts';
import type { CandidatePlace } from './candidate-place.ts';

/** Returns the interview as its link shows it to everyone. Reads `reply` if the request was already sent. */
export async function loadPublicInterview(roomCode: string, reply: Promise<Response> | null = null) {
  return (await callPublic('GET /public/session/:roomCode', { params: { roomCode }, reply })).session;
}

/**
 * Joins as a candidate and stores the place, because the reply's token is the candidate's key to the room. Reads
 * `reply` if the join was already sent. Throws ApiError.
 */
export async function takePlace(
  roomCode: string,
  name: string,
  reply: Promise<Response> | null = null,
): Promise<CandidatePlace> {
  const body = { candidate_name: name };
  const { session, token, participant_id } = await callPublic('POST /public/session/:roomCode/join', {
    params: { roomCode },
    body,
    reply,
  });
  const place = { token, participantId: participant_id, name, joinedAt: Date.now(), callLink: session.call_link };
  rememberPlace(roomCode, place);
  return place;
}

/** Tells the interviewer that the candidate cannot make the planned time. Throws ApiError. */
export const decline = (roomCode: string, note: string | null) =>
  callPublic('POST /public/session/:roomCode/decline', { params: { roomCode }, body: { note } });

/** Resolves to whether this device is signed in to the company of a room. Rejects if the server is unreachable. */
export async function ownsRoom(roomCode: string): Promise<boolean> {
  const params = { room_code: roomCode };
  return probe('GET /interview-sessions/room/:room_code', { params }).then(
    () => true,
    (error: unknown) => {
      if (isUnreachable(error)) throw error;
      return false;
    },
  );
}
