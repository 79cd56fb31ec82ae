import { Suspense } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { confirmSetUp } from './account-security.calls.ts';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './account-security.module.css';

// If the code fails to load, the user types the key shown beside it.
const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode, { fallback: () => null });

interface ScanCodeProps {
  secret: string;
  url: string;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret for an authenticator app and requests its first code. */
export function ScanCode({ secret, url, onDone, onCancel }: ScanCodeProps) {
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({
      code: /^\d{6}$/.test(code.replaceAll(' ', '')) ? undefined : 'Please enter the six digits',
    }),
    submit: async ({ code }) => onDone(await confirmSetUp(code)),
    fallback: 'Something went wrong. Try again.',
  });
  const field = form.field('code');
  return (
    <form noValidate onSubmit={form.submit} className={styles.step}>
      <div className={styles.scan}>
        <Suspense fallback={<span className={styles.qr} />}>
          <QrCode text={url} label="QR code for your authenticator app" />
        </Suspense>
        <div className={styles.secret}>
          Scan this with your authenticator app, or type the key into it:
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      </div>
      <TextField
        label="Code From the App"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        help="Six digits that change every 30 seconds."
        {...field}
        error={field.error ?? form.problem ?? undefined}
      />
      <ButtonRow>
        <Button type="submit" busy={form.busy} busyText="Checking...">
          Turn on
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
