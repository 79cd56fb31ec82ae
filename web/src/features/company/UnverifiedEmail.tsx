import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { sendVerificationMail } from './company.calls.ts';
import type { OutcomeState } from './useOutcome.ts';

/** Shows that invitations wait until the company confirms its e-mail, with a button that sends the link again. */
export function UnverifiedEmail({ email, outcome }: { email: string; outcome: OutcomeState }) {
  const { busy, start } = useAction({
    run: sendVerificationMail,
    success: (message) => message,
    failure: () => 'The link could not be sent. Please try again.',
    report: outcome.report,
  });
  return (
    <Notice
      tone="warn"
      action={
        <Button busy={busy} busyText="Sending..." onClick={() => start()}>
          Send again
        </Button>
      }
    >
      Confirm your email address with the link we send to {email}. Invitations to candidates wait until you do.
    </Notice>
  );
}
