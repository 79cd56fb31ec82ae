import type { Interview } from '@cip/contracts/interviews/interviews';
import { outboxEntries } from '../../features/outbox/page-outbox.ts';
import { useDraft } from '../../features/outbox/useDraft.ts';
import { useStore } from '../../shared/store.ts';
import { notesAmong, saveNotes } from './save-notes.ts';

/** Manages the private notes of an interview, which colleagues write too. */
export function useNotes(interview: Interview) {
  const queued = notesAmong(useStore(outboxEntries), interview.id);
  const { content, ...draft } = useDraft({
    server: interview.notes ?? '',
    queued: queued.length,
    withQueued: (text) => notesAmong(outboxEntries.get(), interview.id).reduce((_, { body }) => body.notes ?? '', text),
    send: (base, text, author) => (base === text ? null : saveNotes(interview, base, text, author)),
  });
  return { text: content, ...draft };
}
