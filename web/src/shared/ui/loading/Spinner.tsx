import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

interface PageSpinnerProps {
  /** A way out, below the spinner. */
  children?: ReactNode;
}

/** Renders a spinner in the middle of the viewport. */
export function PageSpinner({ children }: PageSpinnerProps) {
  return (
    <main className={styles.page}>
      <span role="progressbar" aria-label="Loading" className={styles.ring} />
      <h1 className="visually-hidden">Loading</h1>
      {children}
    </main>
  );
}
