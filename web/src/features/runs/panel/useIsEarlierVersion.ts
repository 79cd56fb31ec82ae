import type { Run } from '@cip/contracts/runs/runs';
import { useEffect, useState } from 'react';
import { programHash } from '../state/run-id.ts';
import type { RunRoom } from '../state/run-room.ts';

/** Pause after the last change before the text is compared, because hashing a long one takes milliseconds (ms). */
const COMPARE_AFTER_MS = 300;

/** Returns whether the text of the run differs from the document's now. */
export function useIsEarlierVersion(room: RunRoom, run: Pick<Run, 'hash'> | null): boolean {
  const hash = run?.hash;
  const { onTextChange } = room;
  const [isEarlier, setEarlier] = useState(false);
  useEffect(() => {
    if (hash === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = () => setEarlier(programHash(room) !== hash);
    const stop = onTextChange(() => {
      clearTimeout(timer);
      timer = setTimeout(compare, COMPARE_AFTER_MS);
    });
    compare();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [room, onTextChange, hash]);
  return isEarlier;
}
