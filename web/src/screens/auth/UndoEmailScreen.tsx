import { useNavigate } from '@tanstack/react-router';
import { undoChange } from '../../features/auth/email-links.calls.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { useLinkToken } from './use-link-token.ts';

const STALE = 'This link no longer works. It works once, and for 7 days.';

/** Restores the e-mail of an account with the token of a mail, and goes on to a new password. */
export function UndoEmailScreen() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => navigate({ to: '/reset-password', hash: await undoChange(token), replace: true }),
    fallback: 'The change could not be undone. Please try again.',
  });
  return (
    <AuthLayout title="Undo the Change of Your Email" subtitle="Your earlier address signs in again.">
      <form noValidate onSubmit={form.submit} className={styles.form}>
        {token === '' && <Notice tone="bad">{STALE}</Notice>}
        {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
        <p>Every device is signed out, and the current password stops working. You choose a new one next.</p>
        <div className={styles.submit}>
          <Button
            type="submit"
            look="primary"
            size="lg"
            disabled={token === ''}
            busy={form.busy}
            busyText="Restoring..."
          >
            Restore My Address
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}
