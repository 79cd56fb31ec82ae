import type { getInterviewByRoom, getPublicInterview, joinInterview } from '@cip/contracts/interviews';
import { callPublic, probe } from '../../shared/api/api-client.ts';
import { isUnreachable } from '../../shared/api/api-error.ts';
import { rememberPlace } from './candidate-place.ts';
import type { CandidatePlace } from './candidate-place.ts';

/** Resolves to an interview as its public link shows it. */
export async function loadPublicInterview(roomCode: string) {
  return (await callPublic<typeof getPublicInterview>('GET', '/public/session/:roomCode', { params: { roomCode } }))
    .session;
}

/** Joins as a candidate and stores the place, whose token admits to the room. Throws ApiError. */
export async function takePlace(roomCode: string, name: string): Promise<CandidatePlace> {
  const body = { candidate_name: name };
  const { token, participant_id: participantId } = await callPublic<typeof joinInterview>(
    'POST',
    '/public/session/:roomCode/join',
    { params: { roomCode }, body },
  );
  const place = { token, participantId, name, joinedAt: Date.now() };
  rememberPlace(roomCode, place);
  return place;
}

/** Resolves to whether this device is signed in to the company of a room. Rejects when the server is unreachable. */
export async function ownsRoom(roomCode: string): Promise<boolean> {
  const params = { room_code: roomCode };
  return probe<typeof getInterviewByRoom>('GET', '/interview-sessions/room/:room_code', { params }).then(
    () => true,
    (error: unknown) => {
      if (isUnreachable(error)) throw error;
      return false;
    },
  );
}
