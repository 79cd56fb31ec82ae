import { useState } from 'react';
import { chooseNewPassword } from '../../features/auth/password-reset.calls.ts';
import { passwordHint } from '../../shared/form/password-hint.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { PasswordField } from '../../shared/ui/form/PasswordField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { useLinkToken } from './use-link-token.ts';

const STALE = 'This link no longer works. Please request a new one.';

/** Chooses a new password with the token of a mail. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { password: '', confirmation: '' },
    validate: ({ password, confirmation }) => ({
      password: password === '' ? 'Password is required' : undefined,
      confirmation: confirmation === password ? undefined : 'Passwords do not match',
    }),
    submit: async ({ password }) => {
      await chooseNewPassword(token, password);
      setDone(true);
    },
    fallback: 'The password could not be changed. Please try again.',
  });
  return (
    <AuthLayout title="Choose a New Password" subtitle="Every device is signed out when it changes.">
      {done ? (
        <>
          <Notice tone="good">Password updated successfully</Notice>
          <p className={styles.other}>
            <TextLink to="/login">Go to login</TextLink>
          </p>
        </>
      ) : (
        <>
          <form noValidate onSubmit={form.submit} className={styles.form}>
            {token === '' && <Notice tone="bad">{STALE}</Notice>}
            {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
            <PasswordField
              label="New Password"
              autoComplete="new-password"
              required
              autoFocus
              help={passwordHint(form.values.password)}
              {...form.field('password')}
            />
            <PasswordField
              label="Confirm New Password"
              autoComplete="new-password"
              required
              {...form.field('confirmation')}
            />
            <div className={styles.submit}>
              <Button
                type="submit"
                look="primary"
                size="lg"
                disabled={token === ''}
                busy={form.busy}
                busyText="Saving..."
              >
                Save Password
              </Button>
            </div>
          </form>
          <p className={styles.other}>
            <TextLink to="/forgot-password">Ask for a new link</TextLink>
          </p>
        </>
      )}
    </AuthLayout>
  );
}
