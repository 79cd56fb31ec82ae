import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import styles from './playback.module.css';

/** The shape of the player while the recording is on its way. */
export function PlaybackWait() {
  useDocumentTitle('Playback');
  return (
    <main className={styles.wait}>
      <h1 className="visually-hidden">Playback</h1>
      <Skeleton rows={1} height={32} />
      <Skeleton rows={10} height={20} />
      <Skeleton rows={2} height={32} />
    </main>
  );
}
