import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';

/** A name is visible for this long after its cursor's last move, in milliseconds; later it would distract. */
const NAME_VISIBLE_MS = 1_200;

/**
 * Returns the colour numbers of the peers whose cursors moved recently, separated by spaces; empty if there are none.
 */
export function usePeersMoving(cursors: Cursors): string {
  const [moving, setMoving] = useState('');
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const show = () => setMoving([...timers.keys()].toSorted((a, b) => a - b).join(' '));
    const stop = cursors.onPeerMove(({ hue }) => {
      clearTimeout(timers.get(hue));
      const rest = setTimeout(() => {
        timers.delete(hue);
        show();
      }, NAME_VISIBLE_MS);
      timers.set(hue, rest);
      show();
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
      setMoving('');
    };
  }, [cursors]);
  return moving;
}
