import type { Interview } from '@cip/contracts/interviews/interviews';
import { useState } from 'react';
import { useUnsaved } from '../../../shared/device/unsaved.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { NAME_MAX_CHARS } from '../../../shared/limits.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import { changeInterview } from '../interviews.queries.ts';
import { ButtonRow } from '../../../shared/ui/ButtonRow.tsx';
import styles from './review.module.css';

type Column = 'candidate_name' | 'candidate_email';

interface CandidateFactProps {
  interview: Interview;
  column: Column;
  onChanged: () => Promise<unknown>;
}

const FIELDS = {
  candidate_name: {
    word: 'name',
    none: 'N/A',
    field: { label: 'Candidate Name', maxLength: NAME_MAX_CHARS },
    problemOf: (name: string) => (name.trim() === '' ? 'Name is required' : undefined),
  },
  candidate_email: {
    word: 'email',
    none: 'No email',
    field: { label: 'Candidate Email', type: 'email' },
    problemOf: (email: string) => (email.trim() !== '' && !email.includes('@') ? 'Invalid email format' : undefined),
  },
} as const;

/** Renders the candidate's name or email; a button turns it into a field. */
export function CandidateFact({ interview, column, onChanged }: CandidateFactProps) {
  const [isEditing, setEditing] = useState(false);
  const { word, none } = FIELDS[column];
  if (isEditing) return <FactForm {...{ interview, column, onChanged }} onClose={() => setEditing(false)} />;
  return (
    <span className={styles.value}>
      {interview[column] ?? none}
      <Button size="sm" look="quiet" aria-label={`Edit ${word}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
    </span>
  );
}

function FactForm({ interview, column, onChanged, onClose }: CandidateFactProps & { onClose: () => void }) {
  const { word, field: props, problemOf } = FIELDS[column];
  const { field, submit, busy, problem, isDirty } = useForm({
    initial: { candidate_name: interview.candidate_name ?? '', candidate_email: interview.candidate_email ?? '' },
    validate: (values) => ({ [column]: problemOf(values[column]) }),
    submit: async (values) => {
      await changeInterview(interview.id, { [column]: values[column].trim() || null });
      await onChanged();
      onClose();
    },
    fallback: `Failed to save the ${word}`,
  });
  useUnsaved(isDirty);
  return (
    <form noValidate onSubmit={submit} className={styles.edit}>
      <TextField autoComplete="off" autoFocus {...props} {...field(column)} />
      <ButtonRow>
        <Button type="submit" size="sm" busy={busy} busyText="Saving...">
          {`Save ${word}`}
        </Button>
        <Button size="sm" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}
