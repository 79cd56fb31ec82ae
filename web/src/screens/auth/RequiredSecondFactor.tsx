import { SecondFactor } from '../../features/auth/SecondFactor.tsx';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** Sets up the second step that the company requires before the account opens. */
export function RequiredSecondFactor() {
  const store = useAccountStore();
  const opening = useAction({
    run: () => store.refresh(),
    failure: () => 'Your account could not be opened. Please try again.',
  });
  return (
    <AuthLayout
      title="Set Up Two-Step Sign-In"
      subtitle="Your company requires it. You need an authenticator app on your phone."
    >
      <Problem text={opening.problem} />
      <SecondFactor onSetUp={() => opening.start()} />
      <ButtonRow>
        <Button look="quiet" onClick={store.logout}>
          Sign out
        </Button>
      </ButtonRow>
    </AuthLayout>
  );
}
