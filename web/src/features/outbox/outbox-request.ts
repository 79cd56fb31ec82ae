import type { Entry } from './outbox-entry.ts';

/** The request of an entry. */
export type OutboxRequest =
  | { method: 'POST'; url: '/code-editor-data'; body: Extract<Entry, { kind: 'save' }>['body'] }
  | {
      method: 'POST';
      url: '/interview-sessions/end-by-room/:room_code';
      params: { room_code: string };
      query: { interview_session_id: string };
    };

/** Returns the request of an entry; every attempt has the same operation id. */
export function requestOf(entry: Entry): OutboxRequest {
  if (entry.kind === 'save')
    return { method: 'POST', url: '/code-editor-data', body: { ...entry.body, op_id: entry.opId } };
  return {
    method: 'POST',
    url: '/interview-sessions/end-by-room/:room_code',
    params: { room_code: entry.roomCode },
    query: { interview_session_id: entry.interviewId },
  };
}
