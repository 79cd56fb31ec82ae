import type { RouteRequest } from '@cip/contracts/routes';
import type { Entry } from './outbox-entry.ts';

const SAVE = 'POST /code-editor-data';
const END = 'POST /interview-sessions/end-by-room/:room_code';

/** The request of an entry. */
export type OutboxRequest = RouteRequest<typeof SAVE | typeof END>;

/** Returns the request of an entry; every attempt has the same operation id. */
export function requestOf(entry: Entry): OutboxRequest {
  if (entry.kind === 'save') return { route: SAVE, body: { ...entry.body, op_id: entry.opId } };
  return {
    route: END,
    params: { room_code: entry.roomCode },
    query: { interview_session_id: entry.interviewId },
  };
}
