import type { ReactNode } from 'react';
import styles from './Strip.module.css';

export interface StripProps {
  tone: 'warn' | 'info';
  children: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
}

/** Renders a line across the whole page, under its bar. */
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
