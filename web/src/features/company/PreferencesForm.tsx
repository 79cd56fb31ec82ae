import type { NotificationPreferences } from '@cip/contracts/accounts/company';
import { useRef, useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { savePreferences } from './company.calls.ts';
import type { CompanyChangeProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const SWITCHES = [
  { key: 'emailNotifications', label: 'Email Notifications', help: 'Account and billing updates.' },
  { key: 'sessionReminders', label: 'Session Reminders', help: 'A reminder before each scheduled interview.' },
  { key: 'scorecardReminders', label: 'Scorecard Reminders', help: 'An hour after an interview and the next morning.' },
  { key: 'weeklyReports', label: 'Weekly Reports', help: 'A weekly summary of your interviews.' },
] as const;

/** Renders the company's notification preferences; each switch saves immediately. */
export function PreferencesForm({ company, reload, onSaved }: CompanyChangeProps) {
  const outcome = useOutcome();
  // The choices that are being saved.
  const [chosen, setChosen] = useState<Partial<NotificationPreferences>>({});
  const values = { ...company.notification_preferences, ...chosen };
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { start } = useAction({
    run: async (wanted: Partial<NotificationPreferences>) => {
      const save = async () => {
        const { notification_preferences: current } = await reload();
        onSaved(await savePreferences({ ...current, ...wanted }));
      };
      // One after the other, because the latest choice has to arrive last.
      const saving = last.current.then(save);
      const settled = saving.catch(() => undefined);
      last.current = settled;
      try {
        await saving;
      } finally {
        if (last.current === settled) setChosen({});
      }
    },
    success: () => 'Notification preferences updated',
    failure: () => 'Failed to update notification settings',
    report: outcome.report,
  });
  const change = (wanted: Partial<NotificationPreferences>) => {
    setChosen((current) => ({ ...current, ...wanted }));
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
            onChange={(checked) => change({ [key]: checked })}
          />
        ))}
      </div>
    </SettingsSection>
  );
}
