import type { Author, Entry } from '../../features/outbox/outbox-entry.ts';
import { saveChange } from '../../features/outbox/save-change.ts';
import type { SavedWhere, SentChange } from '../../features/outbox/save-change.ts';
import { call } from '../../shared/api/api-client.ts';
import { messageOf } from '../../shared/api/api-error.ts';

const FAILURE = 'Failed to save the notes.';

/**
 * Saves a change of private notes from `base`; if the server is unreachable, this device stores it and sends it later.
 */
export function saveNotes(
  interview: { id: string; room_code: string },
  base: string,
  notes: string,
  author: Author | null,
): SentChange {
  const body = { notes: notes || null, notes_base: base };
  const about = { interviewId: interview.id, roomCode: interview.room_code };
  const withoutStorage = () => saveDirectly(interview.id, body);
  return saveChange(about, { kind: 'notes', body }, { author, refused: FAILURE, withoutStorage });
}

type NotesEntry = Extract<Entry, { kind: 'notes' }>;

/** Returns the changes of an interview's notes among the entries on this device. */
export function notesAmong(entries: Entry[], interviewId: string): NotesEntry[] {
  return entries.filter((entry): entry is NotesEntry => entry.kind === 'notes' && entry.interviewId === interviewId);
}

/** For a device that refuses storage. */
async function saveDirectly(id: string, body: { notes: string | null; notes_base: string }): Promise<SavedWhere> {
  try {
    await call('PATCH /interview-sessions/:id', { params: { id }, body });
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error, FAILURE) };
  }
}
