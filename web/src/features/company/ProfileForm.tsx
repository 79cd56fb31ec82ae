import type { Company } from '@cip/contracts/accounts/company';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
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

export interface CompanyChangeProps extends CompanyFormProps {
  /** Resolves to the company as the server has it, because others may have changed it since this page was loaded. */
  reload: () => Promise<Company>;
}

/** Renders the form of the company's name, phone and call link, and of the e-mail that its owner signs in with. */
export function ProfileForm({ company, owner, reload, onSaved }: CompanyChangeProps & { owner: boolean }) {
  const outcome = useOutcome();
  const form = useProfile({ company, reload, onSaved }, outcome);
  useUnsaved(form.isDirty);
  return (
    <SettingsSection title="Company Profile" text="Shown to candidates on the invitation." outcome={outcome}>
      {owner && company.mail === 'sent' && !company.email_verified && (
        <UnverifiedEmail email={company.email} outcome={outcome} />
      )}
      <form noValidate onSubmit={form.submit} className={styles.form}>
        <TextField label="Company Name" required autoComplete="organization" {...form.field('name')} />
        {owner && (
          <TextField label="Email Address" type="email" required autoComplete="email" {...form.field('email')} />
        )}
        <TextField label="Phone Number" type="tel" autoComplete="tel" isOptional {...form.field('phone')} />
        <TextField
          label="Call link"
          type="url"
          autoComplete="off"
          placeholder="https://"
          isOptional
          help="Used when a session has no call link."
          {...form.field('call_link')}
        />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Update profile
        </Button>
      </form>
    </SettingsSection>
  );
}

function useProfile({ company, reload, onSaved }: CompanyChangeProps, outcome: ReturnType<typeof useOutcome>) {
  const form = useForm({
    initial: {
      name: company.name,
      email: company.email,
      phone: company.phone ?? '',
      call_link: company.call_link ?? '',
    },
    validate: ({ name, email }) => ({
      name: name.trim() === '' ? 'Company name is required' : undefined,
      email: email.trim() === '' ? 'Email is required' : undefined,
    }),
    submit: async () => {
      outcome.dismiss();
      onSaved(await saveProfile(await reload(), form.edits));
      form.reset();
      outcome.report({ tone: 'good', text: 'Profile updated successfully' });
    },
    fallback: 'Failed to update profile',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  return form;
}
