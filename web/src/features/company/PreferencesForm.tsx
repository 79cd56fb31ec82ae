import type { NotificationPreferences } from '@cip/contracts/company';
import { useRef, useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { savePreferences } from './company.calls.ts';
import type { CompanyFormProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const SWITCHES = [
  { key: 'emailNotifications', label: 'Email Notifications', help: 'Account and billing updates.' },
  { key: 'sessionReminders', label: 'Session Reminders', help: 'A reminder before each scheduled interview.' },
  { key: 'scorecardReminders', label: 'Scorecard Reminders', help: 'An hour after an interview and the next morning.' },
  { key: 'weeklyReports', label: 'Weekly Reports', help: 'A weekly summary of your interviews.' },
] as const;

/** Renders the company's notification preferences; each switch saves at once. */
export function PreferencesForm({ company, onSaved }: CompanyFormProps) {
  const outcome = useOutcome();
  const saved = company.notification_preferences;
  const [values, setValues] = useState(saved);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { start } = useAction({
    run: async (wanted: NotificationPreferences) => {
      // One after the other: the latest choice has to arrive last.
      const saving = last.current.then(() => savePreferences(wanted));
      last.current = saving.catch(() => setValues(saved));
      onSaved(await saving);
    },
    success: () => 'Notification preferences updated',
    failure: () => 'Failed to update notification settings',
    report: outcome.report,
  });
  const change = (wanted: NotificationPreferences) => {
    setValues(wanted);
    start(wanted);
  };
  return (
    <SettingsSection title="Notification Preferences" text="Emails we send you." outcome={outcome}>
      <div>
        {SWITCHES.map(({ key, label, help }) => (
          <SwitchField
            key={key}
            label={label}
            help={help}
            checked={values[key] ?? true}
            onChange={(checked) => change({ ...values, [key]: checked })}
          />
        ))}
      </div>
    </SettingsSection>
  );
}
