import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { TOOLS_LABELS } from '../rule-text.ts';
import styles from './RuleLine.module.css';

/**
 * Renders the aids that the candidate may use in an interview; hidden if there is no rule, so that the page of a link
 * can fill it in before the app runs.
 */
export function RuleLine({ rule = null }: { rule?: InterviewRule | null | undefined }) {
  return (
    <p className={styles.rule} data-rule hidden={rule === null}>
      <b>{rule === null ? '' : TOOLS_LABELS[rule.tools]}</b> <span>{rule?.note ?? ''}</span>
    </p>
  );
}
