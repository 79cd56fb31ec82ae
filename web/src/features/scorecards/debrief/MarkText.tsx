import { GRADES } from '@cip/contracts/scorecards/scorecard-limits';
import type { Mark } from './disagreement.ts';
import styles from './debrief.module.css';

/** Renders a grade as bars with its words, and the evidence below. */
export function MarkText({ mark: { bars, text, evidence } }: { mark: Mark }) {
  return (
    <>
      <p className={styles.mark} data-graded={bars > 0}>
        {bars > 0 && (
          <span className={styles.bars} aria-hidden>
            {GRADES.map((grade) => (
              <i key={grade} data-full={grade <= bars} />
            ))}
          </span>
        )}
        {text}
      </p>
      {evidence !== '' && <p className={styles.evidence}>{evidence}</p>}
    </>
  );
}
