import type { Template } from '@cip/contracts/questions/templates';
import { ChoiceField } from '../../../../shared/ui/form/ChoiceField.tsx';
import { COMPLETION_CHOICES, COMPLETION_HELP } from '../../../../shared/ui/form/CompletionField.tsx';
import { RuleField } from '../../../../shared/ui/form/RuleField.tsx';
import { SwitchField } from '../../../../shared/ui/form/SwitchField.tsx';

type Settings = Pick<Template, 'asks_before_admitting' | 'rule' | 'completion' | 'allows_runs' | 'typing_mode'>;

interface TemplateSettingsProps {
  draft: Settings;
  onChange: (part: Partial<Settings>) => void;
}

/** The fields of a template about the room: admission, rule, completion, running and typing. */
export function TemplateSettings({ draft, onChange }: TemplateSettingsProps) {
  return (
    <>
      <SwitchField
        label="Ask before admitting"
        help="Candidates wait until an interviewer lets them in, also in a session that starts now. Scheduled sessions always ask unless they say no."
        checked={draft.asks_before_admitting}
        onChange={(checked) => onChange({ asks_before_admitting: checked })}
      />
      <RuleField
        rule={draft.rule ?? null}
        onChange={(rule) => onChange({ rule })}
        help="Shown before they join. “No rule” uses the company’s."
      />
      <ChoiceField
        label="Code completion"
        help={`“Default” uses the company’s. ${COMPLETION_HELP}`}
        value={draft.completion ?? 'default'}
        choices={[{ value: 'default', label: 'Default' }, ...COMPLETION_CHOICES]}
        onChange={(value) => onChange({ completion: value === 'default' ? null : value })}
      />
      <SwitchField
        label="Running code"
        help="Everyone in the room can run the code."
        checked={draft.allows_runs}
        onChange={(checked) => onChange({ allows_runs: checked })}
      />
      <ChoiceField
        label="Typing mode"
        value={draft.typing_mode}
        choices={[
          { value: 'enter', label: 'On Enter only' },
          { value: 'instant', label: 'Realtime' },
        ]}
        onChange={(mode) => onChange({ typing_mode: mode })}
      />
    </>
  );
}
