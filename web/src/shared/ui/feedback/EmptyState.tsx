import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Explains the purpose of an empty list and offers the first step. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
