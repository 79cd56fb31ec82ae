import { useState } from 'react';
import { signIn } from '../../features/auth/sign-in.calls.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { PasswordField } from '../../shared/ui/form/PasswordField.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { SignedOutOnly } from './SignedOutOnly.tsx';
import { useGoOn } from './useGoOn.ts';
import { CodeStep } from './CodeStep.tsx';
import styles from './AuthLayout.module.css';

/** Signs an account in and opens the page that required it, or the dashboard. */
export function LoginScreen() {
  return (
    <SignedOutOnly>
      <LoginForm />
    </SignedOutOnly>
  );
}

function LoginForm() {
  const goOn = useGoOn();
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      email: email.trim() === '' ? 'Email is required' : undefined,
      password: password === '' ? 'Password is required' : undefined,
    }),
    submit: async ({ email, password }) => {
      try {
        await goOn(await signIn({ email: email.trim(), password }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.challenge === null) throw error;
        return setChallenge(error.challenge);
      }
    },
    fallback: 'Login failed. Please check your credentials.',
  });
  if (challenge !== null) return <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />;
  return (
    <AuthLayout title="Login to Your Account" subtitle="Access your code interview platform">
      <AuthForm form={form} action="Login" busyText="Logging in...">
        <TextField label="Email" type="email" autoComplete="username" required autoFocus {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
        <TextLink to="/forgot-password" state={{ email: form.values.email.trim() }} className={styles.forgot}>
          Forgot password?
        </TextLink>
      </AuthForm>
      <p className={styles.other}>
        Don’t have an account? <TextLink to="/register">Register here</TextLink>
      </p>
    </AuthLayout>
  );
}
