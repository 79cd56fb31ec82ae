import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { isSameRule, tidyRule } from '../../shared/rule-text.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { RuleField } from '../../shared/ui/form/RuleField.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';

interface RuleDialogProps {
  rule: InterviewRule | null;
  help: string;
  /** Rejects with the reason if the rule was not changed. */
  save: (rule: InterviewRule | null) => Promise<unknown>;
  onClose: () => void;
}

/** Renders the dialog that changes the rule of an interview. */
export function RuleDialog({ rule, help, save, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState(rule);
  const saving = useAction({
    run: async () => {
      await save(tidyRule(draft));
      onClose();
    },
    failure: () => 'The rule could not be changed.',
  });
  return (
    <Dialog
      title="AI rule"
      onClose={onClose}
      onSubmit={() => saving.start()}
      isDirty={!isSameRule(draft, rule)}
      actions={
        <>
          <Button type="submit" look="primary" busy={saving.busy} busyText="Saving...">
            Save
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {saving.problem !== null && <Notice tone="bad">{saving.problem}</Notice>}
      <RuleField rule={draft} onChange={setDraft} help={help} />
    </Dialog>
  );
}
