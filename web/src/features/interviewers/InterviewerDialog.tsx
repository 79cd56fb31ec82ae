import { GIVEN_ROLES, isReduced, mayManageRole } from '@cip/contracts/accounts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { mailState, type MailState } from '../../shared/device/mail-state.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { storedRole } from '../../shared/device/stored-role.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { markedSignInOptions } from '../../shared/sign-in-options.ts';
import { validateInterviewer } from './interviewer-rules.ts';
import styles from './interviewers.module.css';
import { addInterviewer, changeInterviewer, roleOf } from './interviewers.calls.ts';
import { interviewersQuery, type Person } from './interviewers.queries.ts';
import { RoleField } from './RoleField.tsx';

interface InterviewerDialogProps {
  user: Pick<Person, 'id' | 'name' | 'email' | 'role'> | null;
  onClose: () => void;
}

/** Renders the dialog that adds a person or edits `user`, and chooses their role. */
export function InterviewerDialog({ user, onClose }: InterviewerDialogProps) {
  const editing = user !== null;
  const { provider, passwords } = markedSignInOptions();
  const mail = mailState();
  const isOptional = provider !== null || mail !== 'none';
  const own = storedRole();
  const form = usePersonForm({ user, onClose }, isOptional, (name) => {
    if (!editing && provider === null) toast('good', addedNews(name, mail));
  });
  useUnsaved(form.isDirty);
  const { value, onChange } = form.field('role');
  const role = roleOf(value);
  return (
    <Dialog
      title={editing ? 'Edit colleague' : 'Add colleague'}
      onClose={onClose}
      onSubmit={form.submit}
      isDirty={form.isDirty}
      busy={form.busy}
      actions={
        <>
          <Button type="submit" look="primary" busy={form.busy} busyText="Saving...">
            {editing ? 'Save' : 'Add'}
          </Button>
          <Button look="quiet" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Problem text={form.problem} />
        <TextField label="Full Name" required autoFocus autoComplete="off" {...form.field('name')} />
        <TextField label="Email Address" type="email" required autoComplete="off" {...form.field('email')} />
        {provider !== null && <p>They can sign in with {provider} under this email address.</p>}
        {passwords === 'all' && (
          <PasswordField
            label={passwordLabel(editing, isOptional)}
            required={!editing && !isOptional}
            help={editing || provider !== null ? undefined : PASSWORD_HELP[mail]}
            autoComplete="new-password"
            {...form.field('password')}
          />
        )}
        <RoleField
          value={role}
          choices={GIVEN_ROLES.filter((each) => mayManageRole(own, each))}
          warning={editing && isReduced(user.role, role) ? `${user.name} will be signed out everywhere.` : null}
          onChange={onChange}
        />
      </div>
    </Dialog>
  );
}

function usePersonForm(
  { user, onClose }: InterviewerDialogProps,
  isPasswordOptional: boolean,
  onSaved: (name: string) => void,
) {
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: user?.name ?? '', email: user?.email ?? '', password: '', role: user?.role ?? 'interviewer' },
    validate: (values) => validateInterviewer(values, user !== null || isPasswordOptional),
    submit: async (values) => {
      if (user === null) await addInterviewer(values);
      else await changeInterviewer(user, form.edits, queries);
      await queries.invalidateQueries(interviewersQuery);
      onSaved(values.name.trim());
      onClose();
    },
    fallback: 'This feature requires additional backend API endpoints',
  });
  return form;
}

/** Help about who chooses the password of a new person, and how they learn of it. */
const PASSWORD_HELP: Record<MailState, string> = {
  sent: 'We email them a link to choose their own.',
  waits: 'Once your company’s email address is confirmed, we email them a link to choose their own.',
  none: 'Email is not set up here: tell them the password yourself.',
};

function addedNews(name: string, mail: MailState): string {
  if (mail === 'sent') return `${name} gets an email with a link to choose a password.`;
  return mail === 'waits' ? `${name} gets an email once yours is confirmed.` : `Tell ${name} the password yourself.`;
}

function passwordLabel(editing: boolean, isOptional: boolean): string {
  if (editing) return 'New Password (leave blank to keep current)';
  return isOptional ? 'Password (may be left blank)' : 'Password';
}
