import { useState } from 'react';
import { confirmEmail } from '../../features/auth/email-links.calls.ts';
import { useAccountStore, useAuthState } from '../../features/auth/useAccount.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { useLinkToken } from './use-link-token.ts';

const STALE = 'This link no longer works. Send a new one from Settings.';

/** Confirms the e-mail of an account with the token of a mail. */
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
      // The account on this device, if there is one, shows it; where it cannot be asked for, the next start does.
      if (isSignedIn) await store.refresh().catch(() => undefined);
    },
    fallback: 'The address could not be confirmed. Please try again.',
  });
  return (
    <AuthLayout title="Confirm Your Email" subtitle="Invitations to candidates are sent once you do.">
      {done === null ? (
        <form noValidate onSubmit={form.submit} className={styles.form}>
          {token === '' && <Notice tone="bad">{STALE}</Notice>}
          {form.problem !== null && <Notice tone="bad">{form.problem}</Notice>}
          <div className={styles.submit}>
            <Button
              type="submit"
              look="primary"
              size="lg"
              disabled={token === ''}
              busy={form.busy}
              busyText="Confirming..."
            >
              Confirm My Address
            </Button>
          </div>
        </form>
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
