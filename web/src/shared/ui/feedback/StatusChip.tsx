import { classes } from '../theme/classes.ts';
import styles from './StatusChip.module.css';

export type Tone = 'good' | 'bad' | 'info' | 'warn' | 'plain';

/** A short word with a status colour and a dot, so that the colour is not the only sign. */
export function StatusChip({ tone, children }: { tone: Tone; children: string }) {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>;
}
