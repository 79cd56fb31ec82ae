import { callAs, leaveForLogin } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { storedToken } from '../../shared/device/stored-account.ts';
import type { Answer, Entry } from './outbox-entry.ts';
import { requestOf } from './outbox-request.ts';

const FOREIGN: Answer = { status: 0, code: null, message: 'The server cannot be reached.', isOurs: false };

/**
 * Sends an entry with a token. If the reply is a 401, this device is signed out, unless another account has signed in
 * since.
 */
export async function sendEntry(entry: Entry, token: string): Promise<Answer> {
  try {
    const reply = await callAs(token, requestOf(entry));
    // A captive portal replies with 200 as well.
    return isAbout(entry, reply) ? { status: 200, code: null, message: '', isOurs: true } : FOREIGN;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fromServer || error.code === 'unreachable') return FOREIGN;
    const { status, code, message } = error;
    // A candidate's page has nothing to do with the account.
    if (status === 401 && storedToken() === token && !location.pathname.startsWith('/codeshare/')) leaveForLogin();
    return { status, code, message, isOurs: true };
  }
}

function isAbout(entry: Entry, reply: unknown): boolean {
  const { data, session, scorecard } = (reply ?? {}) as {
    data?: { interview_session_id?: unknown };
    session?: { room_code?: unknown };
    scorecard?: { interview_id?: unknown };
  };
  if (entry.kind === 'scorecard' || entry.kind === 'submit-scorecard')
    return scorecard?.interview_id === entry.interviewId;
  return entry.kind === 'save'
    ? data?.interview_session_id === entry.interviewId
    : session?.room_code === entry.roomCode;
}
