import { useEffect, useRef } from 'react';
import type { NotesProps } from '../../features/interviews/review/review-parts.ts';
import { NOTES_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import styles from './notes.module.css';
import { useNotes } from './useNotes.ts';
import type { NotesState } from './useNotes.ts';

const STATE_TEXTS = {
  untouched: '',
  typing: 'Saves automatically',
  saving: 'Saving…',
  saved: 'Saved',
  queued: 'Saved on this device, waiting to sync',
} as const;

/** Renders the private notes of an interview, which save themselves. */
export function InterviewNotes({ interview, autoFocus = false }: NotesProps) {
  const { text, state, change, save } = useNotes(interview);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may come late: what the user has focused by then keeps the focus.
    if (autoFocus && document.activeElement === document.body) box.current?.querySelector('textarea')?.focus();
  }, [autoFocus]);
  return (
    <div ref={box} className={styles.notes}>
      <TextAreaField
        label="Notes"
        rows={4}
        maxLength={NOTES_MAX_CHARS}
        help="Never shown to the candidate."
        value={text}
        onChange={change}
        onBlur={save}
      />
      <SavedState state={state} onRetry={save} />
    </div>
  );
}

function SavedState({ state, onRetry }: { state: NotesState; onRetry: () => void }) {
  if (state.kind !== 'failed') {
    return (
      <p role="status" className={styles.saved}>
        {STATE_TEXTS[state.kind]}
      </p>
    );
  }
  return (
    <p role="alert" className={styles.problem}>
      {state.message}{' '}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
