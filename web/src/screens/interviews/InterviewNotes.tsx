import { useQuery } from '@tanstack/react-query';
import type { NotesProps } from '../../features/interviews/review/review-parts.ts';
import type { DraftState } from '../../features/outbox/draft.ts';
import { scorecardsQuery } from '../../features/scorecards/scorecards.queries.ts';
import { NOTES_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import styles from './notes.module.css';
import { useNotes } from './useNotes.ts';

const STATE_TEXTS = {
  untouched: '',
  typing: 'Saves automatically',
  saving: 'Saving…',
  saved: 'Saved',
  queued: 'Saved on this device, waiting to sync',
} as const;

/** Renders the private notes of an interview, which save themselves. */
export function InterviewNotes({ interview }: NotesProps) {
  const { data: cards } = useQuery({ ...scorecardsQuery(interview.id), enabled: interview.status !== 'scheduled' });
  const { text, state, change, save } = useNotes(interview);
  // By several interviewers: readable like their scorecards.
  if (cards && cards.expected > 1 && !cards.may_read)
    return <p className={styles.saved}>The team’s notes open after you submit your scorecard.</p>;
  return (
    <div className={styles.notes}>
      <TextAreaField
        label="Team notes"
        rows={4}
        maxLength={NOTES_MAX_CHARS}
        help="Never shown to the candidate."
        value={text}
        onChange={change}
        onBlur={() => void save()}
      />
      <SavedState state={state} onRetry={() => void save()} />
    </div>
  );
}

function SavedState({ state, onRetry }: { state: DraftState; onRetry: () => void }) {
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
