import type { Company } from '@cip/contracts/accounts/company';
import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { useState } from 'react';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { RuleField } from '../../shared/ui/form/RuleField.tsx';
import { TextField } from '../../shared/ui/joy/TextField.tsx';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { isSameRule } from '../../shared/rule-text.ts';
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
  const saved = company.rule ?? null;
  const [chosen, setChosen] = useState<InterviewRule | null>();
  const rule = chosen === undefined ? saved : chosen;
  const isNewRule = !isSameRule(rule, saved);
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
      onSaved(await saveProfile(await reload(), { ...form.edits, rule: isNewRule ? rule : undefined }));
      form.reset();
      setChosen((current) => (current === chosen ? undefined : current));
      outcome.report({ tone: 'good', text: 'Profile updated successfully' });
    },
    fallback: 'Failed to update profile',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  useUnsaved(form.isDirty || isNewRule);
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
        <TextField label="Phone Number" type="tel" autoComplete="tel" help="Optional" {...form.field('phone')} />
        <TextField
          label="Call link"
          type="url"
          autoComplete="off"
          placeholder="https://"
          help="Optional. Used when a session has no call link."
          {...form.field('call_link')}
        />
        <RuleField
          rule={rule}
          onChange={setChosen}
          help="Default for new sessions. Candidates read it before they join."
        />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Update profile
        </Button>
      </form>
    </SettingsSection>
  );
}
