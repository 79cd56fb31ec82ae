import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { sendVerificationMail } from './company.calls.ts';
import type { Outcome } from './useOutcome.ts';

/** Shows that invitations wait until the company confirms its e-mail, with a button that sends the link again. */
export function UnverifiedEmail({ email, outcome }: { email: string; outcome: Outcome }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    outcome.dismiss();
    try {
      outcome.show('good', await sendVerificationMail());
    } catch (error) {
      outcome.show('bad', messageOf(error, 'The link could not be sent. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="warn"
      action={
        <Button busy={busy} busyText="Sending..." onClick={() => void send()}>
          Send Again
        </Button>
      }
    >
      Confirm your email address with the link we sent to {email}. Invitations to candidates wait until you do.
    </Notice>
  );
}
