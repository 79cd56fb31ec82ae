import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/api/server-time.ts';
import { elapsedText } from './elapsed-text.ts';
import styles from './rooms.module.css';

const SECOND_MS = 1_000;

/** Shows the time since the interview began, by the server's clock; stops when it is over. */
export function Elapsed({ since, isOver }: { since: string; isOver: boolean }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <span role="timer" aria-label="Elapsed time" title="Elapsed time" className={styles.elapsed}>
      {elapsedText(now - Date.parse(since))}
    </span>
  );
}
