import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { requestResetLink } from '../../features/auth/password-reset.calls.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';

/** Asks for a mail with a link to a new password, for the e-mail somebody was signing in with. */
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
    <AuthLayout title="Forgot Your Password?" subtitle="We send you a link to choose a new one.">
      {answer === null ? (
        <form noValidate onSubmit={form.submit} className={styles.form}>
          {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
          <TextField label="Email" type="email" autoComplete="username" required autoFocus {...form.field('email')} />
          <div className={styles.submit}>
            <Button type="submit" look="primary" size="lg" busy={form.busy} busyText="Sending...">
              Send Link
            </Button>
          </div>
        </form>
      ) : (
        <Notice tone="good">{answer} It works for an hour. If nothing arrives, look in the spam folder.</Notice>
      )}
      <p className={styles.other}>
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}
