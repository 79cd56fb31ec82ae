import { Suspense, useEffect, useState } from 'react';
import { signIn } from '../../features/auth/sign-in.calls.ts';
import { call } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { SignedOutOnly } from './SignedOutOnly.tsx';
import { useGoOn } from './useGoOn.ts';
import { markedSignInOptions } from '../../shared/sign-in-options.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import styles from './AuthLayout.module.css';

// Lazy and not cached on devices, because both need a server.
const CodeStep = lazyPart(async () => (await import('./CodeStep.tsx')).CodeStep);
const ProviderSignIn = lazyPart(async () => (await import('./ProviderSignIn.tsx')).ProviderSignIn);

/** Loads the provider's button if there is one, so that the first paint has it. */
export function preloadLogin(): Promise<void> | undefined {
  return markedSignInOptions().provider === null ? undefined : ProviderSignIn.preload();
}

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
  const { provider, passwords } = useSignInOptions();
  const [isOwner, setOwner] = useState(false);
  if (challenge !== null)
    return (
      <Suspense fallback={null}>
        <CodeStep challenge={challenge} onBack={() => setChallenge(null)} />
      </Suspense>
    );
  const isOpen = passwords === 'all';
  return (
    <AuthLayout title="Login to Your Account" subtitle="Access your code interview platform">
      {provider !== null && (
        <Suspense fallback={<div className={isOpen ? styles.wayAndOr : styles.way} />}>
          <ProviderSignIn provider={provider} isMain={!isOpen} />
        </Suspense>
      )}
      {isOpen || isOwner ? (
        <AuthForm form={form} action="Login" busyText="Logging in...">
          <TextField label="Email" type="email" autoComplete="username" required autoFocus {...form.field('email')} />
          <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
          {isOpen && (
            <TextLink to="/forgot-password" state={{ email: form.values.email.trim() }} className={styles.forgot}>
              Forgot password?
            </TextLink>
          )}
        </AuthForm>
      ) : (
        <Button look="quiet" onClick={() => setOwner(true)}>
          Owners: use your password
        </Button>
      )}
      <p className={styles.other}>
        Don’t have an account? <TextLink to="/register">Register here</TextLink>
      </p>
    </AuthLayout>
  );
}

/**
 * Returns the ways to sign in here, from the server, because a page of the service worker may be older than the
 * settings.
 */
function useSignInOptions() {
  const [options, setOptions] = useState(markedSignInOptions);
  useEffect(() => {
    if (navigator.serviceWorker?.controller) call('GET /single-sign-on').then(setOptions, () => undefined);
  }, []);
  return options;
}
