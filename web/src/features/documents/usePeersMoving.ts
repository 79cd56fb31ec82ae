import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';

/** Names stay this long after the last move, in milliseconds. */
const NAMES_FOR_MS = 2_500;

/** True while somebody else's cursor moved a moment ago. */
export function usePeersMoving({ awareness }: Cursors): boolean {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (_changes: unknown, origin: unknown) => {
      if (origin === 'local') return;
      clearTimeout(timer);
      setMoving(true);
      timer = setTimeout(() => setMoving(false), NAMES_FOR_MS);
    };
    awareness.on('change', moved);
    return () => {
      clearTimeout(timer);
      awareness.off('change', moved);
    };
  }, [awareness]);
  return isMoving;
}
