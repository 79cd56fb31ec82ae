import type { Company } from '@cip/contracts/company';
import { Button } from '../../shared/ui/form/Button.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { saveProfile } from './company.calls.ts';
import styles from './company.module.css';
import { SettingsSection } from './SettingsSection.tsx';
import { UnverifiedEmail } from './UnverifiedEmail.tsx';
import { useOutcome } from './useOutcome.ts';

export interface CompanyFormProps {
  company: Company;
  onSaved: (company: Company) => void;
}

/** Renders the form of the company's name, e-mail and phone. */
export function ProfileForm({ company, onSaved }: CompanyFormProps) {
  const outcome = useOutcome();
  const form = useForm({
    initial: { name: company.name, email: company.email, phone: company.phone ?? '' },
    validate: ({ name, email }) => ({
      name: name.trim() === '' ? 'Company name is required' : undefined,
      email: email.trim() === '' ? 'Email is required' : undefined,
    }),
    submit: async (values) => {
      outcome.dismiss();
      onSaved(await saveProfile(values));
      outcome.report({ tone: 'good', text: 'Profile updated successfully' });
    },
    fallback: 'Failed to update profile',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  useUnsaved(form.isDirty);
  return (
    <SettingsSection title="Company Profile" text="Shown to candidates on the invitation." outcome={outcome}>
      {!company.email_verified && <UnverifiedEmail email={company.email} outcome={outcome} />}
      <form noValidate onSubmit={form.submit} className={styles.form}>
        <TextField label="Company Name" required autoComplete="organization" {...form.field('name')} />
        <TextField label="Email Address" type="email" required autoComplete="email" {...form.field('email')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" help="Optional" {...form.field('phone')} />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Update profile
        </Button>
      </form>
    </SettingsSection>
  );
}
