import type { HiddenTests, TestReport } from '@cip/contracts/questions/test-reports';
import type { ParticipantType } from '@cip/contracts/rooms/rooms';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { pressOnce } from '../../../shared/ui/plain/press-once.ts';
import type { Test } from './test-execution.ts';
import type { FileTests } from './file-tests.ts';
import { countHidden, countPassed, progressText } from './test-runner.ts';
import { TestCase } from './TestCase.tsx';
import styles from './tests.module.css';

export interface TestResults {
  shown: readonly TestReport[];
  hidden: readonly TestReport[];
  /** The tests of hidden files, if this device ran them. */
  files: FileTests | null;
  /** How many hidden tests passed, if only that is known. */
  hiddenCount: HiddenTests | null;
  /** The name of the participant who ran them. */
  hiddenBy: string | null;
  isRunning: boolean;
  /** Whether they ended before all tests had run. */
  isStopped: boolean;
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
  /** The hidden test files and how they went; null if there are none. */
  hiddenFiles: ReactNode;
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
  hiddenFiles,
  results,
  label,
  reason,
  isOnEngine,
  onRun,
  onStop,
  sharing,
}: QuestionTestsProps) {
  const hasHidden = hidden.length > 0 || hiddenFiles !== null;
  const hasTests = shown.length > 0 || hasHidden;
  // If all are hidden, their count may be shared.
  if (!hasTests && !results?.hiddenCount) return null;
  const isRunning = results?.isRunning ?? false;
  return (
    <section className={styles.tests} aria-label="Tests">
      <div className={styles.head}>
        <p className={styles.title}>Tests</p>
        {hasTests && (
          <Button
            size="sm"
            disabled={reason !== null && !isRunning}
            onKeyDown={pressOnce}
            onClick={isRunning ? onStop : onRun}
          >
            {isRunning ? 'Stop' : label}
          </Button>
        )}
      </div>
      <p className={styles.help} role="status">
        {results ? resultText(results, shown.length + hidden.length) : (reason ?? '')}
      </p>
      {shown.map((test, index) => (
        <TestCase key={index} test={test} report={results?.shown[index]} />
      ))}
      {hasHidden && (
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
          {hiddenFiles}
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
  const { shown, hidden, files, hiddenCount, hiddenBy, isEarlier, lacks, by, byType } = results;
  const progress = progressText(results, shown.length + hidden.length, total);
  if (progress !== null) return progress + (results.isStopped && isEarlier ? ' The code has changed since.' : '');
  const share = ({ passed, total: of }: HiddenTests, kind: string) =>
    `${passed} of ${of} ${kind} ${of === 1 ? 'test passes' : 'tests pass'}`;
  const own = countHidden({ hidden, files });
  const counted = own ?? hiddenCount;
  const parts = [
    shown.length > 0 && share(countPassed(shown), 'shown'),
    counted && share(counted, 'hidden') + (!own && hiddenBy !== by ? ` (${hiddenBy})` : ''),
    by !== null && `run by ${by}${byType ? ` (${byType})` : ''}`,
    isEarlier ? 'of an earlier version' : lacks !== '' && `without ${lacks}, not sent yet`,
  ];
  return parts.filter(Boolean).join(' · ');
}
