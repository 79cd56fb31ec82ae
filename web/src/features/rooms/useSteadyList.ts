import { useEffect, useRef } from 'react';

/** Longer than the pause between the taps of a double tap (ms). */
const STEADY_AFTER_MS = 500;

/**
 * Returns whether each row of a list has stood in its place for a moment, because otherwise the second tap of a double
 * tap, or a tap meant for the previous row, would decide about another candidate.
 */
export function useSteadyList(ids: readonly string[]): () => boolean {
  const shown = useRef({ ids, movedAt: -Infinity });
  useEffect(() => {
    const isMoved = ids.some((id, index) => (shown.current.ids[index] ?? id) !== id);
    shown.current = { ids, movedAt: isMoved ? performance.now() : shown.current.movedAt };
  }, [ids]);
  return () => performance.now() - shown.current.movedAt >= STEADY_AFTER_MS;
}
