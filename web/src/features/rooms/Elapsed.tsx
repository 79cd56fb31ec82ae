import { useServerNow } from '../../shared/api/use-server-now.ts';
import { clockText } from '../../shared/clock-text.ts';
import styles from './rooms.module.css';

const SECOND_MS = 1_000;

interface ElapsedProps {
  since: string;
  isOver: boolean;
  label?: string;
}

/** Shows the time since a moment, by the server's clock; stops if it is over. */
export function Elapsed({ since, isOver, label = 'Elapsed time' }: ElapsedProps) {
  const now = useServerNow(isOver ? null : SECOND_MS);
  return (
    <span role="timer" aria-label={label} title={label} className={styles.elapsed}>
      {clockText(Math.max(0, now - Date.parse(since)))}
    </span>
  );
}
