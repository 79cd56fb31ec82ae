import type { Rules } from '@cip/contracts/rooms/rules';
import { useState } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { areSameRules } from '../../shared/rule-text.ts';
import { CompletionField } from '../../shared/ui/form/CompletionField.tsx';
import { RuleField } from '../../shared/ui/form/RuleField.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { saveProfile } from './company.calls.ts';
import styles from './company.module.css';
import type { CompanyChangeProps } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useOutcome } from './useOutcome.ts';

/** Renders the form of the company's rules for AI and completion, which new sessions get. */
export function RuleForm({ company, reload, onSaved }: CompanyChangeProps) {
  const outcome = useOutcome();
  // A node of an earlier release sends none.
  const saved: Rules = { rule: company.rule ?? null, completion: company.completion ?? 'off' };
  const [chosen, setChosen] = useState<Partial<Rules>>({});
  const rules = { ...saved, ...chosen };
  const isNew = !areSameRules(rules, saved);
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      outcome.dismiss();
      onSaved(await saveProfile(await reload(), chosen));
      setChosen((current) => (current === chosen ? {} : current));
      outcome.report({ tone: 'good', text: 'Rules updated' });
    },
    fallback: 'Failed to update the rules',
    onProblem: (problem) => outcome.report({ tone: 'bad', text: problem }),
  });
  useUnsaved(isNew);
  return (
    <SettingsSection title="Rules" text="Defaults for new sessions." outcome={outcome}>
      <form noValidate onSubmit={form.submit} className={styles.form}>
        <RuleField rule={rules.rule} onChange={(rule) => setChosen({ ...chosen, rule })} />
        <CompletionField
          completion={rules.completion}
          onChange={(completion) => setChosen({ ...chosen, completion })}
        />
        <Button type="submit" busy={form.busy} busyText="Saving...">
          Save rules
        </Button>
      </form>
    </SettingsSection>
  );
}
