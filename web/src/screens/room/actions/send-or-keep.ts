import type { saveCode } from '@cip/contracts/documents';
import type { endInterview } from '@cip/contracts/interviews';
import type { Entry, Operation } from '../../../features/outbox/outbox-entry.ts';
import { outbox, perform } from '../../../features/outbox/page-outbox.ts';
import { call } from '../../../shared/api/api-client.ts';
import { messageOf } from '../../../shared/api/api-error.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';

/**
 * What became of a save or an end: the server has it, it is on this device's disk and will be sent, the server refused
 * it, or it is nowhere, because the server cannot be reached and this device keeps nothing.
 */
export type SendOutcome =
  | { kind: 'sent' | 'waiting' }
  | { kind: 'refused'; message: string; entry: Entry | null }
  | { kind: 'nowhere'; message: string };

interface About {
  id: string;
  room_code: string;
}

/** Puts an operation on this device's disk and sends it; where the disk refuses, sends it without. Never rejects. */
export async function sendOrKeep(interview: About, operation: Operation): Promise<SendOutcome> {
  const about = { interviewId: interview.id, roomCode: interview.room_code };
  try {
    const outcome = await perform(about, operation);
    if (outcome.kind !== 'refused') return outcome;
    return { kind: 'refused', message: outcome.entry.problem ?? '', entry: outcome.entry };
  } catch {
    return sendDirectly(interview, operation);
  }
}

async function sendDirectly(interview: About, operation: Operation): Promise<SendOutcome> {
  const earlier = await outbox.list().catch(() => []);
  // What was kept before the disk refused has to arrive first.
  if (earlier.some(({ interviewId }) => interviewId === interview.id))
    return { kind: 'nowhere', message: 'Earlier changes are still on their way.' };
  try {
    await post(interview, operation);
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'nowhere', message: messageOf(error, 'The server cannot be reached.') };
  }
}

function post(interview: About, operation: Operation): Promise<unknown> {
  if (operation.kind === 'save') {
    const body = { ...operation.body, op_id: newOperationId() };
    return call<typeof saveCode>('POST', '/code-editor-data', { body });
  }
  return call<typeof endInterview>('POST', '/interview-sessions/end-by-room/:room_code', {
    params: { room_code: interview.room_code },
    query: { interview_session_id: interview.id },
  });
}
