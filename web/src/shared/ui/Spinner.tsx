import CircularProgress from '@mui/joy/CircularProgress';
import styles from './Spinner.module.css';

/** A spinner in the middle of the whole viewport, with a line under it when there is something to say. */
export function PageSpinner({ text }: { text?: string }) {
  return (
    <div className={styles['page']} role="status">
      <CircularProgress color="neutral" variant="plain" aria-label="Loading" />
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}
