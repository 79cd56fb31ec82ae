import styles from './Wordmark.module.css';

/** Draws the product's mark: two cursors that meet. */
function Mark() {
  return (
    <svg width={24} height={24} viewBox="0 0 40 44" aria-hidden="true" className={styles.mark}>
      <path d="M2 2 L19 19 L11.4 19.6 L7.6 26.6 Z" fill="var(--ink)" />
      <path d="M38 42 L21 25 L28.6 24.4 L32.4 17.4 Z" fill="var(--accent)" />
    </svg>
  );
}

/** Renders the mark with the product's name. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <Mark />
      <span>Code Interview Platform</span>
    </span>
  );
}
