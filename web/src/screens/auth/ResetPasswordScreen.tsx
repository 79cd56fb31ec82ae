import { useState } from 'react';
import { chooseNewPassword } from '../../features/auth/password-reset.calls.ts';
import { passwordHint } from '../../shared/form/password-hint.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { NO_TOKEN, useLinkToken } from './use-link-token.ts';

/** True if the link belongs to an invitation, whose reader has had no password. */
const isInvited = () => new URLSearchParams(window.location.search).get('invited') === 'yes';

/** Sets a new password, or the first one, with the token of an emailed link. */
export function ResetPasswordScreen() {
  const isFirst = isInvited();
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
    <AuthLayout
      title={isFirst ? 'Choose Your Password' : 'Choose a New Password'}
      subtitle={isFirst ? 'You sign in with it and your email address.' : 'Changing it signs you out on every device.'}
    >
      {done ? (
        <Done />
      ) : (
        <>
          <AuthForm form={form} action="Save password" busyText="Saving..." obstacle={token === '' ? NO_TOKEN : null}>
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
          </AuthForm>
          <p className={styles.other}>
            <TextLink to="/forgot-password">Ask for a new link</TextLink>
          </p>
        </>
      )}
    </AuthLayout>
  );
}

function Done() {
  return (
    <>
      <Notice tone="good">Password updated successfully</Notice>
      <p className={styles.other}>
        <TextLink to="/login">Go to login</TextLink>
      </p>
    </>
  );
}
