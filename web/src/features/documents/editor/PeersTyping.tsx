import type { Cursors } from '../sync/cursors/cursors.ts';
import styles from './documents.module.css';
import { usePeersTyping } from '../sync/cursors/usePeersTyping.ts';

/** Shows which peers type held text, and on which line. */
export function PeersTyping({ cursors }: { cursors: Cursors }) {
  const text = usePeersTyping(cursors);
  return text === '' ? null : <span className={styles.typing}>{text}</span>;
}
