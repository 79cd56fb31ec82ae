import type { ReactNode } from 'react';
import styles from './Strip.module.css';

export interface StripProps {
  tone: 'warn' | 'info';
  children: ReactNode;
  /** What can be done about it, at the end of the line. */
  actions?: ReactNode;
}

/** A quiet line over the whole page, under its bar. */
export function Strip({ tone, children, actions }: StripProps) {
  return (
    <div role="status" className={styles.strip} data-tone={tone}>
      <div className={styles.inside}>
        <p className={styles.text}>{children}</p>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
