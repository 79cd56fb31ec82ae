import type { Completion } from '@cip/contracts/rooms/rules';
import { COMPLETION_LABELS } from '../../rule-text.ts';
import { ChoiceField, type ChoiceFieldProps } from './ChoiceField.tsx';

/** The choices of how much the editor completes. */
export const COMPLETION_CHOICES = (['off', 'words', 'full'] as const).map((value) => ({
  value,
  label: COMPLETION_LABELS[value],
}));

/** The effect of each choice, for the person who chooses. */
export const COMPLETION_HELP =
  'Words are those of the code and the language. Full adds types and signatures for JavaScript, TypeScript and Python on laptops, and errors for the first two; other languages and phones get words.';

/** Renders the choice of how much the editor completes. */
export function CompletionField({
  completion,
  onChange,
  help = COMPLETION_HELP,
}: {
  completion: Completion;
  onChange: ChoiceFieldProps<Completion>['onChange'];
  help?: string;
}) {
  return (
    <ChoiceField
      label="Code completion"
      help={help}
      value={completion}
      choices={COMPLETION_CHOICES}
      onChange={onChange}
    />
  );
}
