import { useEffect, useState } from 'react';
import { SKELETON_AFTER_MS } from '../../limits.ts';
import { useReachability } from '../../api/reachability.ts';
import styles from './Skeleton.module.css';

/**
 * Renders placeholder rows, `height` in CSS pixels. They take their space immediately and become visible after 150 ms.
 */
export function Skeleton({ rows, height }: { rows: number; height: number }) {
  const [shown, setShown] = useState(false);
  const reachability = useReachability();
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (reachability !== 'online')
    return (
      <p role="status" className={styles.offline}>
        Not available offline. It loads automatically once{' '}
        {reachability === 'offline' ? 'you are online again' : 'the server answers'}.
      </p>
    );
  return (
    <div className={styles.rows} role="status" aria-label="Loading" data-shown={shown}>
      {Array.from({ length: rows }, (_row, index) => (
        <span key={index} className={styles.row} style={{ height }} />
      ))}
    </div>
  );
}
