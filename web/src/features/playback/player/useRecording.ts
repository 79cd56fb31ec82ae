import { useCallback, useEffect, useState } from 'react';
import { readRecording } from '../replay/read-recording.ts';
import type { OpenRecording } from '../replay/read-recording.ts';
import type { Recording } from '../replay/recording.ts';

export interface LoadedRecording {
  /** The part of it that has arrived so far. */
  recording: Recording | null;
  /** Changes if more of it has arrived. */
  version: number;
  /** The reason if nothing more arrives; null while it does and once all has arrived. */
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<void>;
}

type Arrived = Pick<LoadedRecording, 'recording' | 'version' | 'error' | 'isFetching'>;

const NOTHING: Arrived = { recording: null, version: 0, error: null, isFetching: true };

/** Reads a recording; each part shows as soon as it arrives. `open` must stay the same while the recording does. */
export function useRecording(open: (signal: AbortSignal) => OpenRecording): LoadedRecording {
  const [arrived, setArrived] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const { signal, abort } = startAbort();
    // A complete recording is read again because something was removed from it, so it must not stay if this fails.
    setArrived((before) => (before.recording?.isComplete ? NOTHING : { ...before, error: null, isFetching: true }));
    const show = (recording: Recording) =>
      !signal.aborted &&
      setArrived(({ version }) => ({ recording, version: version + 1, error: null, isFetching: true }));
    readRecording(open(signal), { signal, onChange: show }).then(
      () => setArrived((before) => ({ ...before, isFetching: false })),
      (error: unknown) => !signal.aborted && setArrived((before) => ({ ...before, error, isFetching: false })),
    );
    return abort;
  }, [open, attempt]);
  const refetch = useCallback(async () => setAttempt((before) => before + 1), []);
  return { ...arrived, refetch };
}

function startAbort(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
