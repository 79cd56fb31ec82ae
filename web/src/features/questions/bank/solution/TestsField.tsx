import type { QuestionTest } from '@cip/contracts/questions/questions';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TESTS_MAX } from '../../question-limits.ts';
import { PartHead } from '../form/PartHead.tsx';
import { NEW_TEST } from '../form/question-draft.ts';
import styles from '../form/question-editor.module.css';
import { TestRow } from './TestRow.tsx';
import type { Solution } from './use-solution.ts';

interface TestsFieldProps {
  tests: QuestionTest[];
  solution: Pick<Solution, 'lastOf' | 'carry' | 'hasRun'>;
  onChange: (tests: QuestionTest[]) => void;
  /** The button to run, in the head. */
  children?: ReactNode;
}

/** Renders the tests, a line each with its last result; one at a time is open. */
export function TestsField({ tests, solution, onChange, children }: TestsFieldProps) {
  const [open, setOpen] = useState<number | null>(null);
  const addition = useRef<HTMLButtonElement>(null);
  const add = () => {
    setOpen(tests.length);
    onChange([...tests, { ...NEW_TEST, is_query: tests.at(-1)?.is_query ?? false }]);
  };
  const change = (test: QuestionTest, part: Partial<QuestionTest>) => {
    const next = { ...test, ...part };
    solution.carry(test, next);
    onChange(tests.map((one) => (one === test ? next : one)));
  };
  const remove = (test: QuestionTest) => {
    setOpen(null);
    onChange(tests.filter((one) => one !== test));
    // The button that had the focus is gone.
    addition.current?.focus();
  };
  return (
    <fieldset className={styles.part} aria-label="Tests">
      <PartHead
        title="Tests"
        help="A program reads the input and prints the expected output. Hidden tests never reach a candidate."
      >
        {children}
      </PartHead>
      {tests.length > 0 && (
        <ul className={styles.tests}>
          {tests.map((test, index) => (
            <TestRow
              key={index}
              number={index + 1}
              test={test}
              last={solution.lastOf(test)}
              hasRun={solution.hasRun}
              isOpen={index === open}
              onToggle={() => setOpen(index === open ? null : index)}
              onChange={(part) => change(test, part)}
              onRemove={() => remove(test)}
            />
          ))}
        </ul>
      )}
      {tests.length >= TESTS_MAX ? (
        <p className={styles.help}>{`A question has at most ${TESTS_MAX} tests.`}</p>
      ) : (
        <Button ref={addition} size="sm" onClick={add}>
          Add a test
        </Button>
      )}
    </fieldset>
  );
}
