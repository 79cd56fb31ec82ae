import type { Rules } from '@cip/contracts/rooms/rules';
import { useState } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { areSameRules, isSameRule, tidyRule } from '../../shared/rule-text.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { CompletionField } from '../../shared/ui/form/CompletionField.tsx';
import { RuleField } from '../../shared/ui/form/RuleField.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';

interface RuleDialogProps {
  rules: Rules;
  help: string;
  /** Gets the rules that differ. Rejects with the reason if one was not changed. */
  save: (changed: Partial<Rules>) => Promise<unknown>;
  onClose: () => void;
}

/** Renders the dialog that changes the rule of an interview and how much the editor completes in it. */
export function RuleDialog({ rules: present, help, save, onClose }: RuleDialogProps) {
  // The rules of the opening: what a colleague changes meanwhile stays, unless this user changes it too.
  const [rules] = useState(present);
  const [draft, setDraft] = useState(rules);
  const isDirty = !areSameRules(draft, rules);
  useUnsaved(isDirty);
  const saving = useAction({
    run: async () => {
      const { rule, completion } = draft;
      await save({
        ...(!isSameRule(rule, rules.rule) && { rule: tidyRule(rule) }),
        ...(completion !== rules.completion && { completion }),
      });
      onClose();
    },
    failure: () => 'The rules could not be changed.',
  });
  return (
    <Dialog
      title="Rules"
      onClose={onClose}
      onSubmit={() => saving.start()}
      isDirty={isDirty}
      busy={saving.busy}
      actions={
        <>
          <Button type="submit" look="primary" busy={saving.busy} busyText="Saving...">
            Save
          </Button>
          <Button look="quiet" disabled={saving.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Problem text={saving.problem} />
      <RuleField rule={draft.rule} onChange={(rule) => setDraft({ ...draft, rule })} help={help} />
      <CompletionField completion={draft.completion} onChange={(completion) => setDraft({ ...draft, completion })} />
    </Dialog>
  );
}
