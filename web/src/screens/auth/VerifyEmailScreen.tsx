import { useState } from 'react';
import { confirmEmail } from '../../features/auth/email-links.calls.ts';
import { useAccountStore, useAuthState } from '../../features/auth/useAccount.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthForm } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { NO_TOKEN, useLinkToken } from './use-link-token.ts';

/** Confirms an account's email with the token of an emailed link. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const store = useAccountStore();
  const isSignedIn = useAuthState().phase === 'authenticated';
  const [done, setDone] = useState<string | null>(null);
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      setDone(await confirmEmail(token));
      // Updates the account on this device; if that fails, the next start does.
      if (isSignedIn) await store.refresh().catch(() => undefined);
    },
    fallback: 'The address could not be confirmed. Please try again.',
  });
  return (
    <AuthLayout title="Confirm Your Email" subtitle="Confirm it to send invitations to candidates.">
      {done === null ? (
        <AuthForm
          form={form}
          action="Confirm my address"
          busyText="Confirming..."
          obstacle={token === '' ? NO_TOKEN : null}
        />
      ) : (
        <Notice tone="good">{done}</Notice>
      )}
      <p className={styles.other}>
        {isSignedIn ? (
          <TextLink to="/dashboard">Go to the dashboard</TextLink>
        ) : (
          <TextLink to="/login">Go to login</TextLink>
        )}
      </p>
    </AuthLayout>
  );
}
