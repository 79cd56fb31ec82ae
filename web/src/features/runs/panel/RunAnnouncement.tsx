import { useEffect, useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { RunSession } from '../session/run-session.ts';
import { announcementOf } from './run-text.ts';

/** One sentence for screen readers at the end of each run, whose end this page sees. */
export function RunAnnouncement({ session }: { session: RunSession }) {
  const { run, pieces } = useStore(session.store);
  const [seen, setSeen] = useState<string | null>(null);
  const isRunning = run !== null && run.end === null;
  useEffect(() => {
    if (isRunning) setSeen(run.id);
  }, [isRunning, run?.id]);
  const end = run?.end;
  const label = run ? session.room.labelOf(run.language) : '';
  return (
    <p role="status" className="visually-hidden">
      {run && end && run.id === seen ? announcementOf({ ...run, end }, pieces, label) : ''}
    </p>
  );
}
