import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';

/** A name stays this long after its cursor's last move, in milliseconds; resting, it would hide code. */
const NAME_FOR_MS = 2_000;

/** The colours, from 1, of those whose cursors moved a moment ago, with a space between; empty while all rest. */
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
      }, NAME_FOR_MS);
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
