import type { Cursors } from '../sync/cursors/cursors.ts';
import styles from './documents.module.css';
import type { FileOf } from '../sync/cursors/usePeersTyping.ts';
import { usePeersTyping } from '../sync/cursors/usePeersTyping.ts';

/** Shows which peers type held text, and on which line. */
export function PeersTyping({ cursors, fileOf }: { cursors: Cursors; fileOf: FileOf }) {
  const text = usePeersTyping(cursors, fileOf);
  return text === '' ? null : (
    <span className={styles.typing} data-typists>
      {text}
    </span>
  );
}
