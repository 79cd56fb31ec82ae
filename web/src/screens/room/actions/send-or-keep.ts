import type { Entry, Operation } from '../../../features/outbox/outbox-entry.ts';
import { outbox, perform } from '../../../features/outbox/page-outbox.ts';
import { call } from '../../../shared/api/api-client.ts';
import { messageOf } from '../../../shared/api/api-error.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';

/** A save or an end, because a room has no notes. */
export type RoomOperation = Extract<Operation, { kind: 'save' | 'end' }>;

/**
 * The outcome of a save or an end: sent, stored on this device to be sent later, refused by the server, or lost because
 * the server is unreachable and this device stores nothing.
 */
export type SendOutcome =
  | { kind: 'sent' | 'waiting' }
  | { kind: 'refused'; message: string; entry: Entry | null }
  | { kind: 'nowhere'; message: string };

interface About {
  id: string;
  room_code: string;
}

/** Writes an operation to this device's disk and sends it; sends it directly if the disk refuses. Never rejects. */
export async function sendOrKeep(interview: About, operation: RoomOperation): Promise<SendOutcome> {
  const about = { interviewId: interview.id, roomCode: interview.room_code };
  try {
    const outcome = await perform(about, operation);
    if (outcome.kind !== 'refused') return outcome;
    return { kind: 'refused', message: outcome.entry.problem ?? '', entry: outcome.entry };
  } catch {
    return sendDirectly(interview, operation);
  }
}

async function sendDirectly(interview: About, operation: RoomOperation): Promise<SendOutcome> {
  const earlier = await outbox.list().catch(() => []);
  // If operations were stored before the disk refused, they have to arrive first.
  if (earlier.some(({ interviewId }) => interviewId === interview.id))
    return { kind: 'nowhere', message: 'Earlier changes are still on their way.' };
  try {
    await post(interview, operation);
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'nowhere', message: messageOf(error, 'The server cannot be reached.') };
  }
}

function post(interview: About, operation: RoomOperation): Promise<unknown> {
  if (operation.kind === 'save') {
    const body = { ...operation.body, op_id: newOperationId() };
    return call('POST /code-editor-data', { body });
  }
  return call('POST /interview-sessions/end-by-room/:room_code', {
    params: { room_code: interview.room_code },
    query: { interview_session_id: interview.id },
  });
}
