import { useEffect, useRef } from 'react';
import { momentIn } from '../replay/moment-address.ts';
import type { Player } from './player.ts';

/** Opens the moment in the address, as soon as it has arrived and whenever the address changes. */
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
