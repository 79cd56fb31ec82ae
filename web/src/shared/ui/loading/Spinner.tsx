import styles from './Spinner.module.css';

/** A spinner in the middle of the whole viewport, with a line under it when there is something to say. */
export function PageSpinner({ text }: { text?: string }) {
  return (
    <main className={styles.page}>
      <span role="progressbar" aria-label="Loading" className={styles.ring} />
      <h1 className={text === undefined ? 'visually-hidden' : styles.text}>{text ?? 'Loading'}</h1>
    </main>
  );
}
