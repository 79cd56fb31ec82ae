import { useState } from 'react';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { useStore } from '../../../shared/store.ts';
import { TextButton } from '../../../shared/ui/form/TextButton.tsx';
import type { RunSession } from '../session/run-session.ts';
import { endText, packagesText, placeText, progressText, runningText } from './run-text.ts';
import styles from './runs.module.css';
import { useIsEarlierVersion } from './useIsEarlierVersion.ts';

/** This many packages are named beside the outcome; tests of components use more, which would take several lines. */
const NAMED_MAX = 2;

interface RunSummaryProps {
  session: RunSession;
  goTo: (line: number, column: number | null) => void;
}

/** How the latest run went, on which device, and whether the code has changed since. */
export function RunSummary({ session, goTo }: RunSummaryProps) {
  const state = useStore(session.store);
  const { run, pieces, ask, isCleared, offer, isNothing, stoppedBy, lacks } = state;
  const selfId = useStore(session.room.state, ({ self }) => self?.id);
  const isEarlier = useIsEarlierVersion(session.room, run);
  if (!run || isCleared || offer || isNothing) return <span className={styles.space} />;
  const { end } = run;
  const label = session.room.labelOf(run.language);
  const words = end
    ? endText({ ...run, end }, label, stoppedBy)
    : ask !== null
      ? 'Waiting for input'
      : pieces.length > 0
        ? runningText(run)
        : progressText(state, run, label);
  const line = end?.error?.line ?? null;
  return (
    <>
      <p className={styles.summary} data-bad={end !== null && end.reason !== 'finished' && end.reason !== 'stopped'}>
        {line === null || isEarlier ? (
          <span>{words}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => goTo(line, end?.error?.column ?? null)}>
            {words}
          </button>
        )}
        {!session.room.isAlone && <span className={styles.where}>{placeText(run, run.by.id === selfId)}</span>}
        {packagesText(end) !== '' && <UsedPackages key={run.id} end={end} />}
        {isEarlier && <span className={styles.earlier}>of an earlier version</span>}
        {/* Once they are here, it is of an earlier version. */}
        {!isEarlier && lacks !== '' && <span className={styles.lacks}>{`without ${lacks}, not sent yet`}</span>}
      </p>
      {end && <TextButton onClick={() => session.clear()}>Clear</TextButton>}
    </>
  );
}

/** The packages of a run; many of them only when asked for. */
function UsedPackages({ end }: { end: RunEnd | null }) {
  const [isOpen, setOpen] = useState(false);
  const count = end?.packages?.length ?? 0;
  const names = packagesText(end);
  if (count <= NAMED_MAX) return <span className={styles.where}>{names}</span>;
  return (
    <>
      <button type="button" className={styles.packages} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        with {count} packages
      </button>
      {isOpen && <span className={styles.names}>{names}</span>}
    </>
  );
}
