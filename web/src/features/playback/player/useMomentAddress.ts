import { useEffect, useRef } from 'react';
import type { Player } from './player.ts';

const SECOND_MS = 1_000;

/** Returns the moment of an address such as `#t=754` (ms), or null. */
function momentIn(hash: string): number | null {
  const seconds = /[#&]t=(\d+(?:\.\d+)?)/.exec(hash)?.[1];
  return seconds === undefined ? null : Number(seconds) * SECOND_MS;
}

/** Opens the moment that the address names, as soon as it has arrived and whenever the address changes. */
export function useMomentAddress(player: Player, durationMs: number): void {
  const opened = useRef<number | null>(null);
  useEffect(() => {
    const open = () => {
      const ms = momentIn(location.hash);
      if (ms === null || opened.current === ms) return;
      opened.current = ms;
      player.pause();
      player.seek(ms);
    };
    open();
    const change = () => {
      opened.current = null;
      open();
    };
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, [player, durationMs]);
}
