import { useNavigate } from '@tanstack/react-router';
import { undoChange } from '../../features/auth/email-links.calls.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { NO_TOKEN, useLinkToken } from './use-link-token.ts';

/** Restores an account's previous email with the token of an emailed link, and leads to a new password. */
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
    <AuthLayout title="Undo Your Email Change" subtitle="You’ll sign in with your previous address again.">
      <AuthForm
        form={form}
        action="Restore my address"
        busyText="Restoring..."
        obstacle={token === '' ? NO_TOKEN : null}
      >
        <p>Every device is signed out, and the current password stops working. You choose a new one next.</p>
      </AuthForm>
      <p className={styles.other}>
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}
