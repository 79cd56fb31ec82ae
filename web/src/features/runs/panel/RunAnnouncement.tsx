import { useEffect, useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { RunSession } from '../session/run-session.ts';
import { announcementOf, formatBytes, loadingText, NOTHING_TO_RUN, promptOf } from './run-text.ts';
import { useDownload } from './useDownload.ts';

/** One sentence for screen readers at the end of each run whose end this page sees, and while it downloads or waits. */
export function RunAnnouncement({ session }: { session: RunSession }) {
  const state = useStore(session.store);
  const download = useDownload(state);
  const { run, pieces, ask, isNothing } = state;
  const [seen, setSeen] = useState<string | null>(null);
  const isRunning = run !== null && run.end === null;
  useEffect(() => {
    if (isRunning) setSeen(run.id);
  }, [isRunning, run?.id]);
  const end = run?.end;
  const label = run ? session.room.labelOf(run.language) : '';
  const ended = run && end && run.id === seen ? announcementOf({ ...run, end }, pieces, label) : '';
  const asking = ask === null ? '' : `The program waits for input. ${promptOf(pieces)}`.trim();
  const loading = isRunning && pieces.length === 0 ? loadingText(state, run, label, false) : '';
  return (
    <p role="status" className="visually-hidden">
      {isNothing
        ? NOTHING_TO_RUN
        : download
          ? `Downloading ${label}, ${formatBytes(download.totalBytes)}.`
          : asking || loading || ended}
    </p>
  );
}
