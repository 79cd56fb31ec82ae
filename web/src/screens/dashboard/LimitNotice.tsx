import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './dashboard.module.css';
import type { StartLimit } from './start-limit.ts';

interface LimitNoticeProps {
  limit: StartLimit;
  owner: boolean;
  onDismiss: () => void;
}

/** Shows the reason if no interview can start, with the ways on. It stays until it is read. */
export function LimitNotice({ limit: { reason, wayOn, running }, owner, onDismiss }: LimitNoticeProps) {
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
      {reason} {wayOn}
    </Notice>
  );
}
