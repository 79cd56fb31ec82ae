import { Button } from '../../shared/ui/Button.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { useForm } from '../../shared/use-form.ts';
import styles from './account-security.module.css';

interface AskPasswordProps {
  /** What the button does, as a verb. */
  action: string;
  submit: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password once more before something that protects the account changes. */
export function AskPassword({ action, submit, onCancel }: AskPasswordProps) {
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? 'Password is required' : undefined }),
    submit: ({ password }) => submit(password),
    fallback: 'This did not work. Please try again.',
  });
  const field = form.field('password');
  return (
    <form noValidate onSubmit={form.submit} className={styles['step']}>
      <PasswordField
        label="Your Password"
        required
        autoFocus
        autoComplete="current-password"
        help="To be sure that it is you."
        {...field}
        error={field.error ?? form.problem ?? undefined}
      />
      <div className={styles['buttons']}>
        <Button type="submit" busy={form.busy} busyText="Checking...">
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
