import styles from './documents.module.css';

/** Placeholder while the editor loads. */
export function EditorWait() {
  return (
    <div className={styles.wait} role="status" aria-label="Loading the editor">
      <i />
      <i />
      <i />
    </div>
  );
}
