import type { WaitingCandidate } from '@cip/contracts/interviews/admissions';
import { useServerNow } from '../../shared/api/use-server-now.ts';
import styles from './rooms.module.css';

const MINUTE_MS = 60_000;
/** How often the minutes are computed again (ms). */
const REFRESH_EVERY_MS = 10_000;

/** Renders that a candidate is waiting, and since when. */
export function WaitingSince({ candidate: { id, name, since } }: { candidate: WaitingCandidate }) {
  const now = useServerNow(REFRESH_EVERY_MS);
  const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / MINUTE_MS);
  return (
    <span id={`waits-${id}`} className={styles.waits} title={`${name}, candidate`}>
      <bdi className={styles.waitsName}>{name}</bdi>{' '}
      <span className={styles.waitsTime}>is waiting{minutes > 0 && ` · ${minutes} min`}</span>
    </span>
  );
}
