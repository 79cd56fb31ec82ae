import { useEffect, useState } from 'react';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import styles from '../rooms.module.css';

/** A first connection that takes longer than this is a problem (ms). */
const STARTS_WITHIN_MS = 5_000;

interface ConnectionChipProps {
  isConnected: boolean;
  /** The interview is over, so a missing connection is no error. */
  isOver: boolean;
}

/** Shows "Connected" or "Disconnected"; a room that is still being entered has no error yet. */
export function ConnectionChip({ isConnected, isOver }: ConnectionChipProps) {
  const [isStarting, setStarting] = useState(true);
  useEffect(() => {
    if (isConnected) return setStarting(false);
    const timer = setTimeout(() => setStarting(false), STARTS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  const text = isConnected ? 'Connected' : 'Disconnected';
  return (
    <span className={styles.connection} title={text}>
      <StatusChip tone={isConnected ? 'good' : isOver || isStarting ? 'plain' : 'bad'}>{text}</StatusChip>
    </span>
  );
}
