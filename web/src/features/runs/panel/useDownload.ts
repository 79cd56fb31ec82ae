import { useEffect, useState } from 'react';
import type { Progress } from '../sandbox/sandbox-types.ts';
import type { RunsState } from '../state/run-state.ts';

/** A download is shown after this time, because a runtime from the cache needs less (ms). */
const SHOWN_AFTER_MS = 300;

/** Returns the download that the run waits for on this device; null if there is none that takes a moment. */
export function useDownload({ run, progress }: Pick<RunsState, 'run' | 'progress'>): Progress | null {
  const isDownloading =
    run?.end === null && progress?.phase === 'loading' && progress.loadedBytes < progress.totalBytes;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isDownloading) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isDownloading]);
  return isDownloading && isShown ? progress : null;
}
