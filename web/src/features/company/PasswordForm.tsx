import { PASSWORD_MIN_CHARS } from '../../shared/limits.ts';
import { passwordHint } from '../../shared/form/password-hint.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { PasswordField } from '../../shared/ui/joy/PasswordField.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { savePassword } from './company.calls.ts';
import styles from './company.module.css';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const EMPTY = { current_password: '', new_password: '', confirm: '' };

/** Renders the form that changes the password of the signed-in user; calls `onSaved` once it is changed. */
export function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const outcome = useOutcome();
  const form = useForm({
    initial: EMPTY,
    validate,
    submit: async (values) => {
      outcome.dismiss();
      await savePassword(values.current_password, values.new_password);
      form.reset();
      onSaved();
      outcome.report({ tone: 'good', text: 'Password updated successfully' });
    },
    fallback: 'Failed to update password',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  useUnsaved(form.isDirty);
  return (
    <SettingsSection title="Change Password" text="Changing it signs you out on other devices." outcome={outcome}>
      <form noValidate onSubmit={form.submit} className={styles.form}>
        <PasswordField
          label="Current Password"
          required
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <PasswordField
          label="New Password"
          required
          autoComplete="new-password"
          help={passwordHint(form.values.new_password)}
          {...form.field('new_password')}
        />
        <PasswordField label="Confirm New Password" required autoComplete="new-password" {...form.field('confirm')} />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Update password
        </Button>
      </form>
    </SettingsSection>
  );
}

function validate({ current_password: current, new_password: next, confirm }: typeof EMPTY) {
  return {
    current_password: current === '' ? 'Current password is required' : undefined,
    new_password:
      next.length < PASSWORD_MIN_CHARS ? `Password must be at least ${PASSWORD_MIN_CHARS} characters` : undefined,
    confirm: confirm === next ? undefined : 'New passwords do not match',
  };
}
