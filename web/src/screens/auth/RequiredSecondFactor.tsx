import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** Sets up the second step that the company requires before the account opens. */
export function RequiredSecondFactor() {
  const store = useAccountStore();
  return (
    <AuthLayout
      title="Set Up Two-Step Sign-In"
      subtitle="Your company requires it. You need an authenticator app on your phone."
    >
      <SecondFactor onSetUp={() => void store.refresh()} />
      <ButtonRow>
        <Button look="quiet" onClick={store.logout}>
          Sign out
        </Button>
      </ButtonRow>
    </AuthLayout>
  );
}
