import { DisclosureRow } from '../../../../shared/ui/DisclosureRow.tsx';
import { Outcome } from '../../tests/TestCase.tsx';
import styles from '../form/question-editor.module.css';
import { TestFields } from './TestFields.tsx';
import type { TestFieldsProps } from './TestFields.tsx';

interface TestRowProps extends TestFieldsProps {
  /** Whether the tests have run. */
  hasRun: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** Renders a test in a line that opens its fields: its name, who has it, and its last result. */
export function TestRow({ hasRun, isOpen, onToggle, ...fields }: TestRowProps) {
  const { test, last } = fields;
  return (
    <li>
      <DisclosureRow name={test.name.trim() || 'Unnamed test'} isOpen={isOpen} onToggle={onToggle}>
        <span className={styles.kind}>{test.is_hidden ? 'Hidden' : 'Shown'}</span>{' '}
        <span className={styles.outcome}>
          {last && !last.isEarlier ? <Outcome report={last.report} /> : hasRun && 'Not run'}
        </span>
      </DisclosureRow>
      {isOpen && <TestFields {...fields} />}
    </li>
  );
}
