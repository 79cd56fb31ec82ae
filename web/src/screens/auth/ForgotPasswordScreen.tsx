import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { requestResetLink } from '../../features/auth/password-reset.calls.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';

/** Requests the email with a reset link, for the address typed on the login page. */
export function ForgotPasswordScreen() {
  const [answer, setAnswer] = useState<string | null>(null);
  const { state } = useLocation();
  const form = useForm({
    initial: { email: state.email ?? '' },
    validate: ({ email }) => ({ email: email.trim() === '' ? 'Email is required' : undefined }),
    submit: async ({ email }) => setAnswer(await requestResetLink(email.trim())),
    fallback: 'The link could not be sent. Please try again.',
  });
  return (
    <AuthLayout title="Forgot Your Password?" subtitle="Get a link to set a new one.">
      {answer === null ? (
        <AuthForm form={form} action="Send link" busyText="Sending...">
          <TextField label="Email" type="email" autoComplete="username" required autoFocus {...form.field('email')} />
        </AuthForm>
      ) : (
        <Notice tone="good">{answer}</Notice>
      )}
      <p className={styles.other}>
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}
