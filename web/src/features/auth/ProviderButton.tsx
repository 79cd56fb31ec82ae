import { useAction } from '../../shared/form/use-action.ts';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import styles from './provider.module.css';
import { leaveForProvider } from './single-sign-on.calls.ts';
import type { Prompt } from './single-sign-on.calls.ts';

export interface ProviderButtonProps {
  provider: string;
  look?: 'primary' | 'secondary';
  /** The provider requests the password again, or the choice of an account. */
  prompt?: Prompt;
  /** Called before the page is left. */
  onLeave?: () => void;
}

/** Renders the button that opens the provider's page, and the reason if it cannot be opened. */
export function ProviderButton({ provider, look = 'secondary', prompt, onLeave }: ProviderButtonProps) {
  const { busy, problem, start } = useAction({
    run: () => {
      onLeave?.();
      return leaveForProvider(prompt);
    },
    failure: () => `${provider} could not be opened. Please try again.`,
    leavesPage: true,
  });
  return (
    <div className={styles.provider}>
      <Problem text={problem} />
      <Button look={look} size="lg" fullWidth busy={busy} onClick={() => start()}>
        {`Continue with ${provider}`}
      </Button>
    </div>
  );
}
