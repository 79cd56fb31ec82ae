import type { Interview } from '@cip/contracts/interviews/interviews';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './dashboard.module.css';

interface LimitNoticeProps {
  limit: string;
  live: readonly Interview[];
  owner: boolean;
  onDismiss: () => void;
}

/** Shows the reason if no interview can start, with the ways on. It stays until it is read. */
export function LimitNotice({ limit, live, owner, onDismiss }: LimitNoticeProps) {
  const [running] = live;
  const ways = (
    <span className={styles.ways}>
      {running && (
        <ButtonLink size="sm" look="primary" to="/editor" search={{ room: running.room_code }}>
          Rejoin
        </ButtonLink>
      )}
      {owner && (
        <ButtonLink size="sm" look="quiet" to="/subscription-plans">
          View plans
        </ButtonLink>
      )}
    </span>
  );
  return (
    <Notice tone="warn" action={ways} onDismiss={onDismiss}>
      {limit} {running ? 'Rejoin it, or end it before you start another.' : 'A larger plan allows more.'}
    </Notice>
  );
}
