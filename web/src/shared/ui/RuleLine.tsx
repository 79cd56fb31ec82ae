import type { Rules } from '@cip/contracts/rooms/rules';
import { COMPLETION_TEXTS, TOOLS_LABELS } from '../rule-text.ts';
import styles from './RuleLine.module.css';

/**
 * Renders the aids that the candidate may use in an interview; hidden if there are none, so that the page of a link can
 * fill it in before the app runs.
 */
export function RuleLine({ rule = null, completion = 'off' }: Partial<Rules>) {
  return (
    <p className={styles.rule} data-rule hidden={rule === null && completion === 'off'}>
      <b>{rule === null ? '' : TOOLS_LABELS[rule.tools]}</b> <span>{rule?.note ?? ''}</span>
      <span>{COMPLETION_TEXTS[completion]}</span>
    </p>
  );
}
