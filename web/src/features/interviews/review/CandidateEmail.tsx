import type { Interview } from '@cip/contracts/interviews';
import { useState } from 'react';
import { useUnsaved } from '../../../shared/device/unsaved.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { TextField } from '../../../shared/ui/form/TextField.tsx';
import { change } from '../interviews.queries.ts';
import styles from './review.module.css';

interface CandidateEmailProps {
  interview: Interview;
  onChanged: () => void;
}

/** Renders the candidate's email; a button turns it into a field. */
export function CandidateEmail({ interview, onChanged }: CandidateEmailProps) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EmailForm {...{ interview, onChanged }} onClose={() => setEditing(false)} />;
  return (
    <span className={styles.value}>
      {interview.candidate_email ?? 'No email'}
      <Button size="sm" look="quiet" aria-label="Edit email" onClick={() => setEditing(true)}>
        Edit
      </Button>
    </span>
  );
}

function EmailForm({ interview, onChanged, onClose }: CandidateEmailProps & { onClose: () => void }) {
  const { field, submit, busy, problem, isDirty } = useForm({
    initial: { candidate_email: interview.candidate_email ?? '' },
    validate: ({ candidate_email: email }) => ({
      candidate_email: email.trim() !== '' && !email.includes('@') ? 'Invalid email format' : undefined,
    }),
    submit: async ({ candidate_email: email }) => {
      await change(interview.id, { candidate_email: email.trim() || null });
      onChanged();
      onClose();
    },
    fallback: 'Failed to save the email',
  });
  useUnsaved(isDirty);
  return (
    <form noValidate onSubmit={submit} className={styles.edit}>
      <TextField label="Candidate Email" type="email" autoComplete="off" autoFocus {...field('candidate_email')} />
      <div className={styles.actions}>
        <Button type="submit" size="sm" busy={busy} busyText="Saving...">
          Save email
        </Button>
        <Button size="sm" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}
