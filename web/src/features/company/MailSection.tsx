import type { Company } from '@cip/contracts/accounts/company';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { sendTestMail } from './company.calls.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const STATES: Record<NonNullable<Company['mail']>, string> = {
  sent: 'Email is on: invitations, changes, reminders and links for a lost password are sent.',
  written:
    'Email is not set up here. What would be sent is written to files on the server and reaches nobody. Who runs this site can name a mail server (SMTP_URL).',
  off: 'Email is not set up here, so nothing is sent. Who runs this site can name a mail server (SMTP_URL).',
};

/** Shows the owner how this installation delivers emails, and sends them one; nothing if the server does not say. */
export function MailSection({ company: { mail } }: { company: Company }) {
  const outcome = useOutcome();
  const { busy, start } = useAction({
    run: sendTestMail,
    success: (message) => message,
    failure: () => 'The test mail could not be sent. Please try again.',
    report: outcome.report,
  });
  if (mail === undefined) return null;
  return (
    <SettingsSection title="Email" text="Whether this site sends email." outcome={outcome}>
      <p>{STATES[mail]}</p>
      {mail !== 'off' && (
        <div>
          <Button busy={busy} busyText="Sending..." onClick={() => start()}>
            Send a test mail
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
