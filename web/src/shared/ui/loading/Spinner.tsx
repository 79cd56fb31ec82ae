import styles from './Spinner.module.css';

/** Renders a spinner in the middle of the viewport, with an optional line of text under it. */
export function PageSpinner({ text }: { text?: string }) {
  return (
    <main className={styles.page}>
      <span role="progressbar" aria-label="Loading" className={styles.ring} />
      <h1 className={text === undefined ? 'visually-hidden' : styles.text}>{text ?? 'Loading'}</h1>
    </main>
  );
}
