import type { HiddenTests, TestReport } from '@cip/contracts/questions/test-reports';
import type { ParticipantType } from '@cip/contracts/rooms/rooms';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { Test } from './test-execution.ts';
import { countPassed } from './test-runner.ts';
import { TestCase } from './TestCase.tsx';
import styles from './tests.module.css';

export interface TestResults {
  shown: readonly TestReport[];
  hidden: readonly TestReport[];
  /** How many hidden tests passed, if only that is known. */
  hiddenCount: HiddenTests | null;
  /** The name of the participant who ran them. */
  hiddenBy: string | null;
  isRunning: boolean;
  /** Whether the code has changed since. */
  isEarlier: boolean;
  /** The lines of others that the code lacks because they were not sent yet; empty if there are none. */
  lacks: string;
  /** The participant who ran them; null for this device. */
  by: string | null;
  /** Their side, if it is known. */
  byType?: ParticipantType | undefined;
}

interface QuestionTestsProps {
  shown: readonly Test[];
  /** Tests that candidates never get; only interviewers have them. */
  hidden: readonly Test[];
  results: TestResults | null;
  /** Label of the button. */
  label: string;
  /** Why tests do not run here; null if they do. */
  reason: string | null;
  /** Whether they run on the operator's engine. */
  isOnEngine: boolean;
  onRun: () => void;
  onStop: () => void;
  /** Whether candidates see how many hidden tests pass; null for them. */
  sharing: { isShared: boolean; onChange: (isShared: boolean) => void } | null;
}

/** Renders the tests of a question as examples, runs them, and shows their results. */
export function QuestionTests({
  shown,
  hidden,
  results,
  label,
  reason,
  isOnEngine,
  onRun,
  onStop,
  sharing,
}: QuestionTestsProps) {
  if (shown.length + hidden.length === 0) return null;
  const isRunning = results?.isRunning ?? false;
  return (
    <section className={styles.tests} aria-label="Tests">
      <div className={styles.head}>
        <p className={styles.title}>Tests</p>
        <Button size="sm" disabled={reason !== null && !isRunning} onClick={isRunning ? onStop : onRun}>
          {isRunning ? 'Stop' : label}
        </Button>
      </div>
      <p className={styles.help} role="status">
        {results ? resultText(results, shown.length + hidden.length) : (reason ?? '')}
      </p>
      {shown.map((test, index) => (
        <TestCase key={index} test={test} report={results?.shown[index]} />
      ))}
      {hidden.length > 0 && (
        <>
          <div className={styles.hidden}>
            <p className={styles.title}>Hidden tests</p>
            <p className={styles.help}>
              Only interviewers have them.{' '}
              {isOnEngine ? 'They run on the run engine.' : 'They run on your device only.'}
            </p>
          </div>
          {hidden.map((test, index) => (
            <TestCase key={index} test={test} report={results?.hidden[index]} />
          ))}
          {sharing && (
            <label className={styles.share}>
              <input
                type="checkbox"
                checked={sharing.isShared}
                onChange={({ target }) => sharing.onChange(target.checked)}
              />
              Candidates see how many hidden tests pass
            </label>
          )}
        </>
      )}
    </section>
  );
}

/** Returns the results of tests in a line. */
function resultText(results: TestResults, total: number) {
  const { shown, hidden, hiddenCount, hiddenBy, isRunning, isEarlier, lacks, by, byType } = results;
  if (isRunning) return `Running test ${Math.min(total, shown.length + hidden.length + 1)} of ${total}…`;
  const share = ({ passed, total: of }: HiddenTests, kind: string) =>
    `${passed} of ${of} ${kind} ${of === 1 ? 'test passes' : 'tests pass'}`;
  const counted = hidden.length > 0 ? countPassed(hidden) : hiddenCount;
  const parts = [
    shown.length > 0 && share(countPassed(shown), 'shown'),
    counted && share(counted, 'hidden') + (hidden.length === 0 && hiddenBy !== by ? ` (${hiddenBy})` : ''),
    by !== null && `run by ${by}${byType ? ` (${byType})` : ''}`,
    isEarlier ? 'of an earlier version' : lacks !== '' && `without ${lacks}, not sent yet`,
  ];
  return parts.filter(Boolean).join(' · ');
}
