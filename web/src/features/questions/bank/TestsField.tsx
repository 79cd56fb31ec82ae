import type { QuestionTest } from '@cip/contracts/questions/questions';
import { useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import { TEST_TEXT_MAX, TESTS_MAX } from '../question-limits.ts';
import { NEW_TEST, tooLong } from './question-draft.ts';
import styles from './question-form.module.css';

interface TestsFieldProps {
  tests: QuestionTest[];
  onChange: (tests: QuestionTest[]) => void;
}

/** Renders the tests: input and expected output, shown to candidates or hidden. */
export function TestsField({ tests, onChange }: TestsFieldProps) {
  // Takes the focus.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    setAdded(tests.length);
    onChange([...tests, { ...NEW_TEST, is_query: tests.at(-1)?.is_query ?? false }]);
  };
  const change = (index: number, part: Partial<QuestionTest>) =>
    onChange(tests.map((test, at) => (at === index ? { ...test, ...part } : test)));
  return (
    <fieldset className={styles.group}>
      <legend>Tests</legend>
      <p className={styles.help}>
        A program reads the input and prints the expected output. With SQL, the query runs after the candidate’s code;
        write the expected rows one a line, with | between cells. Hidden tests never reach a candidate.
      </p>
      {tests.map((test, index) => (
        <TestFields
          key={index}
          number={index + 1}
          test={test}
          autoFocus={index === added}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(tests.filter((_, at) => at !== index))}
        />
      ))}
      {tests.length >= TESTS_MAX ? (
        <p className={styles.help}>{`A question has at most ${TESTS_MAX} tests.`}</p>
      ) : (
        <Button size="sm" onClick={add}>
          Add a test
        </Button>
      )}
    </fieldset>
  );
}

interface TestFieldsProps {
  number: number;
  test: QuestionTest;
  autoFocus: boolean;
  onChange: (part: Partial<QuestionTest>) => void;
  onRemove: () => void;
}

const SWITCHES = [
  { name: 'is_hidden', label: 'Hidden' },
  { name: 'is_query', label: 'SQL' },
  { name: 'is_ordered', label: 'Order of rows counts', isForQuery: true },
  { name: 'is_numeric', label: 'Numbers within 0.000001' },
] as const;

function TestFields({ number, test, autoFocus, onChange, onRemove }: TestFieldsProps) {
  return (
    <fieldset className={styles.test}>
      <legend>{`Test ${number}`}</legend>
      <TextField
        label="Name"
        maxLength={80}
        autoFocus={autoFocus}
        value={test.name}
        onChange={(name) => onChange({ name })}
      />
      <div className={styles.pair}>
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
          error={tooLong(test.expected, TEST_TEXT_MAX)}
          value={test.expected}
          onChange={(expected) => onChange({ expected })}
        />
      </div>
      <div className={styles.switches}>
        {SWITCHES.filter((one) => test.is_query || !('isForQuery' in one)).map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={test[name]}
              onChange={({ target }) => onChange({ [name]: target.checked })}
            />
            {label}
          </label>
        ))}
        <Button size="sm" look="quiet" aria-label={`Remove test ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
