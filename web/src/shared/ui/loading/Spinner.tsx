import type { ReactNode } from 'react';
import styles from './Spinner.module.css';

interface PageSpinnerProps {
  text?: string;
  /** A way out, below the spinner. */
  children?: ReactNode;
}

/** Renders a spinner in the middle of the viewport, with an optional line of text under it. */
export function PageSpinner({ text, children }: PageSpinnerProps) {
  return (
    <main className={styles.page}>
      <span role="progressbar" aria-label="Loading" className={styles.ring} />
      <h1 className={text === undefined ? 'visually-hidden' : styles.text}>{text ?? 'Loading'}</h1>
      {children}
    </main>
  );
}
