import { outbox, outboxEntries, perform } from '../../features/outbox/page-outbox.ts';
import { call } from '../../shared/api/api-client.ts';
import { messageOf } from '../../shared/api/api-error.ts';

/** Where notes are: on the server, on this device until the server answers, or nowhere, with the reason. */
export type NotesOutcome = { kind: 'saved' | 'queued' } | { kind: 'failed'; message: string };

const FAILURE = 'Failed to save the notes.';

/** Saves private notes; without a server, this device stores them and sends them later. Never rejects. */
export async function saveNotes(interview: { id: string; room_code: string }, notes: string): Promise<NotesOutcome> {
  const body = { notes: notes || null };
  try {
    await discardQueued(interview.id);
    const outcome = await perform(
      { interviewId: interview.id, roomCode: interview.room_code },
      { kind: 'notes', body },
    );
    if (outcome.kind !== 'refused') return { kind: outcome.kind === 'sent' ? 'saved' : 'queued' };
    // It is shown here, and the user can try again.
    await outbox.discard(outcome.entry.sequence);
    return { kind: 'failed', message: outcome.entry.problem ?? FAILURE };
  } catch {
    return saveDirectly(interview.id, body);
  }
}

/** Returns notes that wait on this device; undefined without any. */
export function queuedNotes(interviewId: string): string | undefined {
  const entry = outboxEntries.get().findLast((each) => each.kind === 'notes' && each.interviewId === interviewId);
  return entry?.kind === 'notes' ? (entry.body.notes ?? '') : undefined;
}

/** Later notes replace earlier ones: only the latest are sent. */
async function discardQueued(interviewId: string): Promise<void> {
  for (const entry of await outbox.list())
    if (entry.kind === 'notes' && entry.interviewId === interviewId) await outbox.discard(entry.sequence);
}

/** For a device that refuses storage. */
async function saveDirectly(id: string, body: { notes: string | null }): Promise<NotesOutcome> {
  try {
    await call('PATCH /interview-sessions/:id', { params: { id }, body });
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error, FAILURE) };
  }
}
