import type { ReactNode } from 'react';
import styles from './ButtonRow.module.css';

/** Renders buttons in a row that wraps, in which the words of quiet ones stand on the edge of the text above. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
