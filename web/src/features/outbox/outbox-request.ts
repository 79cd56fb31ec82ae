import type { RouteRequest } from '@cip/contracts/routes';
import type { Entry } from './outbox-entry.ts';

const SAVE = 'POST /code-editor-data';
const NOTES = 'PATCH /interview-sessions/:id';
const SCORECARD = 'PUT /interview-sessions/:id/scorecard';
const SUBMISSION = 'POST /interview-sessions/:id/scorecard/submit';
const END = 'POST /interview-sessions/end-by-room/:room_code';

/** The request of an entry. */
export type OutboxRequest = RouteRequest<
  typeof SAVE | typeof NOTES | typeof SCORECARD | typeof SUBMISSION | typeof END
>;

/** Returns the request of an entry; every attempt has the same operation id. */
export function requestOf(entry: Entry): OutboxRequest {
  if (entry.kind === 'save') return { route: SAVE, body: { ...entry.body, op_id: entry.opId } };
  const params = { id: entry.interviewId };
  if (entry.kind === 'notes') return { route: NOTES, params, body: { ...entry.body, op_id: entry.opId } };
  if (entry.kind === 'scorecard') return { route: SCORECARD, params, body: { ...entry.body, op_id: entry.opId } };
  if (entry.kind === 'submit-scorecard') return { route: SUBMISSION, params };
  return {
    route: END,
    params: { room_code: entry.roomCode },
    query: { interview_session_id: entry.interviewId },
  };
}
