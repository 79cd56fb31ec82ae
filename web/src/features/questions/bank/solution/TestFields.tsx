import type { QuestionTest } from '@cip/contracts/questions/questions';
import { TextAreaField } from '../../../../shared/ui/form/TextAreaField.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { TEST_TEXT_MAX } from '../../question-limits.ts';
import { Actual, Difference } from '../../tests/TestCase.tsx';
import { tooLong } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import type { LastResult } from './use-solution.ts';

export interface TestFieldsProps {
  number: number;
  test: QuestionTest;
  last: LastResult | null;
  onChange: (part: Partial<QuestionTest>) => void;
  onRemove: () => void;
}

const SWITCHES = [
  { name: 'is_hidden', label: 'Hidden' },
  { name: 'is_query', label: 'SQL' },
  { name: 'is_ordered', label: 'Order of rows counts', isForQuery: true },
  { name: 'is_numeric', label: 'Allow rounding' },
] as const;

/** Renders the fields of a test; if it failed, beside the output and above the difference. */
export function TestFields({ number, test, last, onChange, onRemove }: TestFieldsProps) {
  const failure = last && last.report.outcome !== 'passed' ? last.report : null;
  return (
    <fieldset className={styles.test} aria-label={`Test ${number}`}>
      <TextField
        label="Name"
        maxLength={80}
        autoFocus={test.name === ''}
        value={test.name}
        onChange={(name) => onChange({ name })}
      />
      <div className={styles.texts}>
        <TextAreaField
          label={test.is_query ? 'Query' : 'Input'}
          rows={2}
          help={test.is_query ? 'Leave it empty to compare the last result of the candidate’s code.' : undefined}
          error={tooLong(test.input, TEST_TEXT_MAX)}
          value={test.input}
          onChange={(input) => onChange({ input })}
        />
        <TextAreaField
          label={test.is_query ? 'Expected rows' : 'Expected output'}
          rows={2}
          help={test.is_query ? 'One row per line, with | between cells.' : undefined}
          error={tooLong(test.expected, TEST_TEXT_MAX)}
          value={test.expected}
          onChange={(expected) => onChange({ expected })}
        />
        {failure && <Actual test={test} report={failure} />}
      </div>
      {failure && failure.error !== '' && <p className={styles.problem}>{failure.error}</p>}
      {failure && <Difference test={test} report={failure} />}
      <div className={styles.switches}>
        <Switches test={test} onChange={onChange} />
        <Button size="sm" look="quiet" aria-label={`Remove test ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

function Switches({ test, onChange }: Pick<TestFieldsProps, 'test' | 'onChange'>) {
  return SWITCHES.filter((one) => test.is_query || !('isForQuery' in one)).map(({ name, label }) => (
    <label key={name}>
      <input type="checkbox" checked={test[name]} onChange={({ target }) => onChange({ [name]: target.checked })} />
      {label}
    </label>
  ));
}
