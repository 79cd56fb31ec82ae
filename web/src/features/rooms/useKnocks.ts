import type { WaitingCandidate } from '@cip/contracts/interviews/admissions';
import { useEffect, useEffectEvent, useRef } from 'react';
import { showBadge } from '../../shared/device/app-badge.ts';
import { playChime } from './chime.ts';

/** Time from the first sound to a second one, which plays if someone still waits (ms); then none follows. */
const AGAIN_AFTER_MS = 120_000;

/**
 * Plays a sound when the first candidate waits, and once more two minutes later if one still does; shows their number
 * on the installed app's icon. If candidates are listed again after a reconnect, they do not count as new.
 */
export function useKnocks(waiting: readonly WaitingCandidate[], isHeard: boolean): void {
  const known = useRef<readonly string[]>([]);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const play = useEffectEvent(() => {
    if (isHeard && waiting.length > 0) playChime();
  });
  useEffect(() => {
    const requests = waiting.map(({ id, since }) => `${id} ${since}`);
    showBadge('waiting', requests.length);
    if (requests.length === 0) return;
    const isFirst = !requests.some((request) => known.current.includes(request));
    known.current = requests;
    if (!isFirst) return;
    play();
    clearTimeout(again.current);
    again.current = setTimeout(() => play(), AGAIN_AFTER_MS);
  }, [waiting]);
  useEffect(
    () => () => {
      clearTimeout(again.current);
      showBadge('waiting', 0);
    },
    [],
  );
}
