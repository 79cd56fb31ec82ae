import { Button } from '../../shared/ui/joy/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './account-security.module.css';
import { CodeField } from './CodeField.tsx';

interface AskPasswordProps {
  /** Label of the button, a verb. */
  action: string;
  /** Also requests a second-factor code. */
  withCode?: boolean;
  submit: (password: string, code: string) => Promise<void>;
  onCancel: () => void;
}

/** Requests the password, and optionally a code, before a security setting of the account changes. */
export function AskPassword({ action, withCode = false, submit, onCancel }: AskPasswordProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    validate: ({ password, code }) => ({
      password: password === '' ? 'Password is required' : undefined,
      code: withCode && code.trim().length < 6 ? 'Please enter the code' : undefined,
    }),
    submit: ({ password, code }) => submit(password, code.trim()),
    fallback: 'Something went wrong. Try again.',
  });
  const [password, code] = [form.field('password'), form.field('code')];
  const isShown = password.error !== undefined || code.error !== undefined;
  return (
    <form noValidate onSubmit={form.submit} className={styles.step}>
      {form.problem !== null && !isShown && <Notice tone="bad">{form.problem}</Notice>}
      <PasswordField
        label="Your Password"
        required
        autoFocus
        autoComplete="current-password"
        help="Confirm it’s you."
        {...password}
      />
      {withCode && <CodeField {...code} />}
      <ButtonRow>
        <Button type="submit" busy={form.busy} busyText="Checking...">
          {action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
