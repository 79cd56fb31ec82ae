import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { useState } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { isSameRule } from '../../shared/rule-text.ts';
import { RuleField } from '../../shared/ui/form/RuleField.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { saveProfile } from './company.calls.ts';
import styles from './company.module.css';
import type { CompanyChangeProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

/** Renders the form of the company's rule for AI, which new sessions get. */
export function RuleForm({ company, reload, onSaved }: CompanyChangeProps) {
  const outcome = useOutcome();
  const saved = company.rule ?? null;
  const [chosen, setChosen] = useState<InterviewRule | null>();
  const rule = chosen === undefined ? saved : chosen;
  const isNew = !isSameRule(rule, saved);
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      outcome.dismiss();
      onSaved(await saveProfile(await reload(), { rule }));
      setChosen((current) => (current === chosen ? undefined : current));
      outcome.report({ tone: 'good', text: 'AI rule updated' });
    },
    fallback: 'Failed to update the AI rule',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  useUnsaved(isNew);
  return (
    <SettingsSection title="AI Rule" text="Default for new sessions." outcome={outcome}>
      <form noValidate onSubmit={form.submit} className={styles.form}>
        <RuleField rule={rule} onChange={setChosen} />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Save rule
        </Button>
      </form>
    </SettingsSection>
  );
}
