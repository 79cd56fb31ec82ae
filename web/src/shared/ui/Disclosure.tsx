import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** Renders a row with a chevron that unfolds the content it names. */
export function Disclosure({ title, open, children }: DisclosureProps) {
  return (
    <details className={styles.row} open={open}>
      <summary>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
