import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { confirmIdentity } from './account-security.calls.ts';
import { storeReturnAddress } from '../../shared/device/return-address.ts';
import styles from './account-security.module.css';
import { CodeField } from './CodeField.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { useAccount } from './useAccount.ts';

interface DialogProps {
  onSettled: (isConfirmed: boolean) => void;
}

/** Lets the user confirm their identity by password, or with the provider if no password is accepted. */
export function ReauthenticationDialog({ onSettled }: DialogProps) {
  const { sign_in: ways } = useAccount();
  return ways?.provider && !ways.password ? (
    <AskProvider provider={ways.provider} onSettled={onSettled} />
  ) : (
    <AskForPassword onSettled={onSettled} />
  );
}

/** Leaves for the provider and comes back to this page, where the user makes the change again. */
function AskProvider({ provider, onSettled }: DialogProps & { provider: string }) {
  const cancel = () => onSettled(false);
  return (
    <Dialog
      title="Confirm it’s you"
      onClose={cancel}
      actions={
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      }
    >
      <div className={styles.step}>
        <p>You signed in a while ago. Sign in again with {provider}, then make this change once more.</p>
        <ProviderButton provider={provider} look="primary" prompt="login" onLeave={storeReturnAddress} />
      </div>
    </Dialog>
  );
}

/** Requests the password and, if the server requires it, a code. */
function AskForPassword({ onSettled }: DialogProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    initial: { password: '', code: '' },
    validate: ({ password, code }) => ({
      password: password === '' ? 'Password is required' : undefined,
      code: needsCode && code.trim().length < 6 ? 'Please enter the code' : undefined,
    }),
    submit: async ({ password, code }) => {
      try {
        await confirmIdentity({ password, ...(needsCode && { code: code.trim() }) });
      } catch (error) {
        // Only if the code was missing; a wrong code is a field error.
        const isRequired = !needsCode && error instanceof ApiError && error.errors['code'] !== undefined;
        if (!isRequired) throw error;
        return setNeedsCode(true);
      }
      onSettled(true);
    },
    fallback: 'Something went wrong. Try again.',
  });
  const cancel = () => onSettled(false);
  return (
    <Dialog
      title="Confirm it’s you"
      onClose={cancel}
      onSubmit={form.submit}
      actions={
        <>
          <Button type="submit" look="primary" busy={form.busy} busyText="Checking...">
            Confirm
          </Button>
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.step}>
        <Problem text={form.problem} />
        <p>You signed in a while ago. Enter your password to make this change.</p>
        <PasswordField
          label="Your Password"
          required
          autoFocus
          autoComplete="current-password"
          {...form.field('password')}
        />
        {needsCode && <CodeField autoFocus {...form.field('code')} />}
      </div>
    </Dialog>
  );
}
