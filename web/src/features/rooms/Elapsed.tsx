import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/api/server-time.ts';
import { elapsedText } from './elapsed-text.ts';
import styles from './rooms.module.css';

const SECOND_MS = 1_000;

interface ElapsedProps {
  since: string;
  isOver: boolean;
  label?: string;
}

/** Shows the time since a moment, by the server's clock; stops if it is over. */
export function Elapsed({ since, isOver, label = 'Elapsed time' }: ElapsedProps) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <span role="timer" aria-label={label} title={label} className={styles.elapsed}>
      {elapsedText(now - Date.parse(since))}
    </span>
  );
}
