import { useLayoutEffect, useRef } from 'react';
import { DOUBLE_CLICK_MS } from '../../double-click.ts';

/**
 * Returns the function that wraps what presses of buttons do. Just after `about` changed they do nothing, because they
 * were meant for what was there before.
 */
export function useMeantPress(about: unknown): (act: () => unknown) => () => void {
  const changedAt = useRef(-Infinity);
  useLayoutEffect(
    () => () => {
      changedAt.current = performance.now();
    },
    [about],
  );
  return (act) => () => {
    if (performance.now() - changedAt.current >= DOUBLE_CLICK_MS) act();
  };
}
