import type { User } from '@cip/contracts/interviewers';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { PasswordField } from '../../shared/ui/form/PasswordField.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { validateInterviewer } from './interviewer-rules.ts';
import styles from './interviewers.module.css';
import { interviewersQuery, saveInterviewer } from './interviewers.queries.ts';

/** Renders the dialog that adds an interviewer or, with `user`, edits that one. */
export function InterviewerDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const queries = useQueryClient();
  const editing = user !== null;
  const form = useForm({
    initial: { name: user?.name ?? '', email: user?.email ?? '', password: '' },
    validate: (values) => validateInterviewer(values, editing),
    submit: async (values) => {
      await saveInterviewer(user?.id ?? null, values);
      await queries.invalidateQueries(interviewersQuery);
      onClose();
    },
    fallback: 'This feature requires additional backend API endpoints',
  });
  return (
    <Dialog
      title={editing ? 'Edit interviewer' : 'Add interviewer'}
      onClose={onClose}
      onSubmit={form.submit}
      isDirty={form.isDirty}
      actions={
        <>
          <Button type="submit" look="primary" busy={form.busy} busyText="Saving...">
            {editing ? 'Save' : 'Add'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
        <TextField label="Full Name" required autoFocus autoComplete="off" {...form.field('name')} />
        <TextField label="Email Address" type="email" required autoComplete="off" {...form.field('email')} />
        <PasswordField
          label={editing ? 'New Password (leave blank to keep current)' : 'Password'}
          required={!editing}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </div>
    </Dialog>
  );
}
