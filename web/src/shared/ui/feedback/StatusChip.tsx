import { classes } from '../theme/classes.ts';
import styles from './StatusChip.module.css';

export type Tone = 'good' | 'bad' | 'info' | 'warn' | 'plain';

/** Renders a short status word with a colour and a dot, because colour alone would not be accessible. */
export function StatusChip({ tone, children }: { tone: Tone; children: string }) {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>;
}
