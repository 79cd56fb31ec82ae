import type { TestReport } from '@cip/contracts/questions/test-reports';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import type { Tone } from '../../../shared/ui/feedback/StatusChip.tsx';
import { isShortened, shownDifference } from './shown-difference.ts';
import type { Test } from './test-execution.ts';
import styles from './tests.module.css';

const OUTCOMES: Record<TestReport['outcome'], [Tone, string]> = {
  passed: ['good', 'Passes'],
  failed: ['bad', 'Fails'],
  error: ['bad', 'Error'],
  time_limit: ['bad', 'Too slow'],
  not_run: ['plain', 'Not run'],
};

interface TestCaseProps {
  test: Test;
  /** Its result; undefined before it ran. */
  report: TestReport | undefined;
}

/** Renders a test as an example, and its result; if it fails, also the output and the difference. */
export function TestCase({ test, report }: TestCaseProps) {
  const { name, is_query: isQuery, input, expected } = test;
  return (
    <section aria-label={name} className={styles.test}>
      <div className={styles.line}>
        <p className={styles.name}>{name}</p>
        {report && <Outcome report={report} />}
      </div>
      {input !== '' && <Text label={isQuery ? 'Query' : 'Input'} text={input} />}
      <Text label={isQuery ? 'Expected rows' : 'Expected output'} text={expected} />
      {report && report.outcome !== 'passed' && <Failure test={test} report={report} />}
    </section>
  );
}

/** Renders the outcome of a test as a chip. */
export function Outcome({ report }: { report: TestReport }) {
  const [tone, word] = OUTCOMES[report.outcome];
  return <StatusChip tone={tone}>{word}</StatusChip>;
}

interface ResultProps {
  test: Test;
  report: TestReport;
}

function Failure(props: ResultProps) {
  const { error } = props.report;
  return (
    <>
      {error !== '' && <p className={styles.error}>{error}</p>}
      <Actual {...props} />
      <Difference {...props} />
    </>
  );
}

/** Renders the output of a test that failed. */
export function Actual({ test, report: { outcome, output } }: ResultProps) {
  if (output === '' && outcome !== 'failed') return null;
  const label = test.is_query ? 'Actual rows' : 'Actual output';
  const start = isShortened(output) ? `, the first ${output.length.toLocaleString('en')} characters` : '';
  return <Text label={label + start} text={output === '' ? 'Nothing' : output} />;
}

const SIGNS = { same: ' ', missing: '−', extra: '+' } as const;
const MEANINGS = { same: '', missing: 'Missing: ', extra: 'Not expected: ' } as const;

/** Renders how the output of a test that failed, or its first lines, differ from the expected ones. */
export function Difference({ test, report: { outcome, output } }: ResultProps) {
  if (outcome !== 'failed') return null;
  const { difference, first } = shownDifference(test, output);
  const unit = test.is_query ? 'row' : 'line';
  const compared = first === 1 ? `first ${unit}` : `first ${first} ${unit}s`;
  if (!difference)
    return first ? (
      <p className={styles.help}>
        The {compared} {first === 1 ? 'is' : 'are'} as expected.
      </p>
    ) : null;
  const { lines, omitted } = difference;
  return (
    <div>
      <p className={styles.help}>
        Difference{first !== null && ` of the ${compared}`}: − is missing, + was not expected
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus */}
      <pre role="group" tabIndex={0} aria-label="Difference" className={styles.output}>
        {lines.map(({ kind, text }, index) => (
          <span key={index} className={styles.difference} data-kind={kind}>
            <span aria-hidden>{SIGNS[kind]} </span>
            <span className="visually-hidden">{MEANINGS[kind]}</span>
            {text}
            {'\n'}
          </span>
        ))}
        {omitted > 0 && `… ${omitted} more`}
      </pre>
    </div>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={styles.help}>{label}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus */}
      <pre role="group" tabIndex={0} aria-label={label} className={styles.output}>
        {text}
      </pre>
    </div>
  );
}
