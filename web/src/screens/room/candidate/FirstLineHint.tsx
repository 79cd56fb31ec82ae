import { useEffect, useRef, useState } from 'react';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';

/** Explains when others see a line, until the first one is sent. */
export function FirstLineHint({ room }: { room: LiveRoom }) {
  const isByEnter = useRoomState(room, ({ typingMode, isConnected }) => isConnected && typingMode === 'enter');
  const isHolding = useCodeState(room, (code) => code.isHolding);
  const hasHeld = useRef(false);
  const [hasSent, setSent] = useState(false);
  useEffect(() => {
    if (hasHeld.current && !isHolding) setSent(true);
    hasHeld.current = isHolding;
  }, [isHolding]);
  if (!isByEnter || hasSent) return null;
  return <span className={styles.firstLine}>Your interviewer sees each line when you press Enter.</span>;
}
