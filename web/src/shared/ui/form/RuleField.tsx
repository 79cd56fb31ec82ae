import type { InterviewRule, Tools } from '@cip/contracts/rooms/rules';
import { TOOLS_LABELS } from '../../rule-text.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { TextField } from './TextField.tsx';

/** As in the contract, whose schemas the app does not load; in code points there. */
const NOTE_MAX = 200;
const NONE = 'none';

const CHOICES = [
  { value: NONE, label: 'No rule' },
  ...(['no_ai', 'ai_elsewhere', 'any_tools'] as const).map((value) => ({ value, label: TOOLS_LABELS[value] })),
] satisfies { value: Tools | typeof NONE; label: string }[];

export interface RuleFieldProps {
  rule: InterviewRule | null;
  onChange: (rule: InterviewRule | null) => void;
  help?: string;
}

/** Renders the choice of a rule and, with one, the field for its details. */
export function RuleField({ rule, onChange, help = 'Shown to candidates before they join.' }: RuleFieldProps) {
  return (
    <>
      <ChoiceField<Tools | typeof NONE>
        label="AI rule"
        help={help}
        value={rule?.tools ?? NONE}
        choices={CHOICES}
        onChange={(tools) => onChange(tools === NONE ? null : { tools, note: rule?.note ?? null })}
      />
      {rule && (
        <TextField
          label="Details"
          isOptional
          help="For example: documentation and search are fine."
          maxLength={NOTE_MAX}
          autoComplete="off"
          value={rule.note ?? ''}
          onChange={(note) => onChange({ tools: rule.tools, note: note === '' ? null : note })}
        />
      )}
    </>
  );
}
