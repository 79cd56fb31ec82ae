import { useStore } from '../../../shared/store.ts';
import { tabKey } from './tab-key.ts';
import styles from './documents.module.css';

/** Tells how the Tab key leaves the editor: at the first Tab, and while it does. Screen readers have the help. */
export function TabHint() {
  const { leaves, isTold } = useStore(tabKey);
  if (!leaves && !isTold) return null;
  return (
    <span aria-hidden className={styles.tab}>
      {leaves ? 'Tab leaves the editor' : 'Tab indents · Ctrl+M, then Tab to leave'}
    </span>
  );
}
