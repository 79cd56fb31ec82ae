import type { Interview } from '@cip/contracts/interviews';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/form/Button.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './InterviewDetails.module.css';
import { change } from './interviews.queries.ts';

/** Longest notes, in characters; the server accepts at least as many. */
const NOTES_MAX_CHARS = 10_000;

export interface InterviewEditProps {
  interview: Interview;
  onChanged: (interview: Interview) => void;
  /** Called with whether the form has unsaved input. */
  onDirty: (isDirty: boolean) => void;
}

/** Renders the form of the candidate's e-mail and the private notes, with its outcome beside the button. */
export function InterviewEdit({ interview, onChanged, onDirty }: InterviewEditProps) {
  const [saved, setSaved] = useState({ email: interview.candidate_email ?? '', notes: interview.notes ?? '' });
  const [hasSaved, setHasSaved] = useState(false);
  const { values, field, submit, busy, problem } = useForm({
    initial: { candidate_email: saved.email, notes: saved.notes },
    validate: ({ candidate_email: email }) => ({
      candidate_email: email.trim() !== '' && !email.includes('@') ? 'Invalid email format' : undefined,
    }),
    submit: async ({ candidate_email: email, notes }) => {
      const changed = await change(interview.id, { candidate_email: email.trim() || null, notes: notes || null });
      setSaved({ email, notes });
      setHasSaved(true);
      onChanged(changed);
    },
    fallback: 'Failed to save the details',
  });
  const isDirty = values.candidate_email !== saved.email || values.notes !== saved.notes;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  return (
    <form noValidate onSubmit={submit} className={styles.edit}>
      <TextField label="Candidate Email" type="email" autoComplete="off" {...field('candidate_email')} />
      <TextAreaField
        label="Notes"
        rows={3}
        maxLength={NOTES_MAX_CHARS}
        help="Never shown to the candidate."
        {...field('notes')}
      />
      <div className={styles.save}>
        <Button type="submit" busy={busy} busyText="Saving..." disabled={!isDirty}>
          Save details
        </Button>
        <SavedState problem={problem} text={isDirty ? 'Not saved yet' : hasSaved ? 'Saved' : ''} />
      </div>
    </form>
  );
}

function SavedState({ problem, text }: { problem: string | null; text: string }) {
  if (problem !== null) {
    return (
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    );
  }
  return <p role="status">{text}</p>;
}
