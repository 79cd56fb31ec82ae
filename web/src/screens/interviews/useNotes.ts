import { useEffect, useRef, useState } from 'react';
import type { Interview } from '@cip/contracts/interviews';
import { queuedNotes, saveNotes } from './save-notes.ts';
import type { NotesOutcome } from './save-notes.ts';

/** Notes are saved when nothing was typed for this long, in milliseconds. */
const SAVE_AFTER_MS = 700;

/** The state of the notes: `typing` until they are saved, `saving` while they are. */
export type NotesState = NotesOutcome | { kind: 'untouched' | 'typing' | 'saving' };

/** Manages the private notes of an interview: they are saved shortly after the last key, and when the field goes away. */
export function useNotes(interview: Interview) {
  const [text, setText] = useState(() => queuedNotes(interview.id) ?? interview.notes ?? '');
  const [state, setState] = useState<NotesState>({ kind: 'untouched' });
  const unsaved = useRef<string | null>(null);
  const last = useRef(Promise.resolve());

  const save = () => {
    const notes = unsaved.current;
    if (notes === null) return;
    unsaved.current = null;
    // One after the other: the latest text has to arrive last.
    last.current = last.current.then(async () => {
      setState({ kind: 'saving' });
      const outcome = await saveNotes(interview, notes);
      setState(unsaved.current === null ? outcome : { kind: 'typing' });
      if (outcome.kind === 'failed') unsaved.current ??= notes;
    });
  };
  const saveNow = useRef(save);
  useEffect(() => {
    saveNow.current = save;
  });
  useEffect(() => {
    if (state.kind !== 'typing') return;
    const timer = setTimeout(() => saveNow.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, text]);
  useEffect(() => {
    const leave = () => saveNow.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    text,
    state,
    save,
    change: (notes: string) => {
      unsaved.current = notes;
      setText(notes);
      setState({ kind: 'typing' });
    },
  };
}
