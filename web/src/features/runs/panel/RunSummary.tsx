import { useStore } from '../../../shared/store.ts';
import { TextButton } from '../../../shared/ui/form/TextButton.tsx';
import type { RunSession } from '../session/run-session.ts';
import { endText, packagesText, placeText, progressText, runningText } from './run-text.ts';
import styles from './runs.module.css';
import { useIsEarlierVersion } from './useIsEarlierVersion.ts';

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
        {packagesText(end) !== '' && <span className={styles.where}>{packagesText(end)}</span>}
        {isEarlier && <span className={styles.earlier}>of an earlier version</span>}
        {/* Once they are here, it is of an earlier version. */}
        {!isEarlier && lacks !== '' && <span className={styles.lacks}>{`without ${lacks}, not sent yet`}</span>}
      </p>
      {end && <TextButton onClick={() => session.clear()}>Clear</TextButton>}
    </>
  );
}
