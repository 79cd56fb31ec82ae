import type { Visibility } from '@cip/contracts/accounts/company';
import { useAction } from '../../shared/form/use-action.ts';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { saveVisibility } from './company.calls.ts';
import type { CompanyFormProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

const CHOICES: { value: Visibility; label: string }[] = [
  { value: 'everybody', label: 'Everybody in the company' },
  { value: 'own', label: 'Only people involved' },
];

/** Renders the setting of whom sessions are visible to; it is saved when it changes. */
export function VisibilityForm({ company, onSaved }: CompanyFormProps) {
  const outcome = useOutcome();
  const { input: pending, start } = useAction({
    run: async (visibility: Visibility) => onSaved(await saveVisibility(visibility)),
    success: () => 'Visibility updated',
    failure: () => 'Failed to save this setting',
    report: outcome.report,
  });
  return (
    <SettingsSection title="Visibility" text="Who finds a session, its code and its playback." outcome={outcome}>
      <ChoiceField
        label="Who can see sessions"
        help="People involved are the interviewers of a session and the people who scheduled or started it. Admins see everything; coordinators see schedules."
        value={pending ?? company.interviews_visible_to}
        choices={CHOICES}
        onChange={(visibility) => {
          if (pending === null) start(visibility);
        }}
      />
    </SettingsSection>
  );
}
