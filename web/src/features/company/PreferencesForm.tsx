import { useState } from 'react';
import type { FormEvent } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { savePreferences } from './company.calls.ts';
import styles from './company.module.css';
import type { CompanyFormProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const SWITCHES = [
  { key: 'emailNotifications', label: 'Email Notifications', help: 'Account and billing updates.' },
  { key: 'sessionReminders', label: 'Session Reminders', help: 'A reminder before each scheduled interview.' },
  { key: 'weeklyReports', label: 'Weekly Reports', help: 'A weekly summary of your interviews.' },
] as const;

/** Renders the form of the company's notification preferences. */
export function PreferencesForm({ company, onSaved }: CompanyFormProps) {
  const outcome = useOutcome();
  const [values, setValues] = useState(company.notification_preferences);
  useUnsaved(SWITCHES.some(({ key }) => values[key] !== company.notification_preferences[key]));
  const { busy, start } = useAction({
    run: async () => onSaved(await savePreferences(values)),
    success: () => 'Notification preferences updated',
    failure: () => 'Failed to update notification settings',
    report: outcome.report,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  return (
    <SettingsSection title="Notification Preferences" text="Emails we send you." outcome={outcome}>
      <form onSubmit={submit} className={styles.form}>
        <div>
          {SWITCHES.map(({ key, label, help }) => (
            <SwitchField
              key={key}
              label={label}
              help={help}
              checked={values[key]}
              onChange={(checked) => setValues({ ...values, [key]: checked })}
            />
          ))}
        </div>
        <Button type="submit" busy={busy} busyText="Saving...">
          Save preferences
        </Button>
      </form>
    </SettingsSection>
  );
}
