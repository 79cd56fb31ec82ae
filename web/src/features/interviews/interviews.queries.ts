import type { CodeEditorData, getCode } from '@cip/contracts/documents';
import type {
  deleteInterview,
  getInterviewByRoom,
  getPublicInterview,
  InterviewWithCode,
  joinInterview,
  listInterviews,
  quickStart,
  startInterview,
} from '@cip/contracts/interviews';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPublic, probe } from '../../shared/api-client.ts';

/** One page of the company's interviews, newest first. */
export const interviewsQuery = (page: number) =>
  queryOptions({
    queryKey: ['interviews', page],
    queryFn: () => call<typeof listInterviews>('GET', '/interview-sessions', { query: { page } }),
    placeholderData: keepPreviousData,
    // A room that was just left has changed the list.
    staleTime: 0,
  });

/** The saved code of an interview. */
export const codeQuery = (id: string) =>
  queryOptions({
    queryKey: ['code', id],
    staleTime: 0,
    queryFn: async (): Promise<CodeEditorData> =>
      (await call<typeof getCode>('GET', '/code-editor-data/session/:id', { params: { id } })).data,
  });

/** Creates an interview that is live from now on. Repeating it with the same code gives the same one. */
export async function createInterview(roomCode: string) {
  const body = { room_code: roomCode };
  return (await call<typeof quickStart>('POST', '/interview-sessions/quick-start', { body })).session;
}

/** The interview of a room with its code. */
export async function loadInterview(roomCode: string): Promise<InterviewWithCode> {
  const params = { room_code: roomCode };
  return (await call<typeof getInterviewByRoom>('GET', '/interview-sessions/room/:room_code', { params })).session;
}

/** True when this device is signed in to the company of a room. */
export async function ownsRoom(roomCode: string): Promise<boolean> {
  const params = { room_code: roomCode };
  return probe<typeof getInterviewByRoom>('GET', '/interview-sessions/room/:room_code', { params }).then(
    () => true,
    () => false,
  );
}

/** Starts a scheduled interview. */
export function start(id: string) {
  return call<typeof startInterview>('POST', '/interview-sessions/:id/start', { params: { id } });
}

/** Deletes an interview with its code. */
export function remove(id: string) {
  return call<typeof deleteInterview>('DELETE', '/interview-sessions/:id', { params: { id } });
}

/** The interview as its link shows it to anybody. */
export async function loadPublicInterview(roomCode: string) {
  return (await callPublic<typeof getPublicInterview>('GET', '/public/session/:roomCode', { params: { roomCode } }))
    .session;
}

/** Joins as a candidate; the reply's token is this person's key to the room. */
export function join(roomCode: string, name: string) {
  const body = { candidate_name: name };
  return callPublic<typeof joinInterview>('POST', '/public/session/:roomCode/join', { params: { roomCode }, body });
}
