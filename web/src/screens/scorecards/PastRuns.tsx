import type { PastEnd, PastRun } from '@cip/contracts/runs/past-runs';
import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { mayPlayBack } from '../../features/interviews/playback-access.ts';
import { clockText } from '../../shared/clock-text.ts';
import { momentAddress } from '../../features/playback/replay/moment-address.ts';
import { endText } from '../../features/runs/panel/run-text.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './final-code.module.css';

interface PastRunsProps {
  /** The latest first. */
  runs: PastRun[];
  cards: InterviewCards;
}

/** Renders the runs of a session; each opens the playback at its moment, if the plan plays it back. */
export function PastRuns({ runs, cards }: PastRunsProps) {
  const { interview_id: id, started_at: start, ended_at: end } = cards;
  if (runs.length === 0) return null;
  const isPlayable = mayPlayBack(end);
  return (
    <ul className={styles.runs} aria-label="Runs">
      {runs.map((run, index) => {
        const ms = start === null ? 0 : Math.max(0, Date.parse(run.requested_at) - Date.parse(start));
        const line = <RunLine run={run} ms={ms} />;
        return (
          <li key={index}>
            {isPlayable ? (
              <TextLink
                to="/sessions/$id/playback"
                params={{ id }}
                hash={momentAddress(ms)}
                title="Open the playback here"
              >
                {line}
              </TextLink>
            ) : (
              line
            )}
          </li>
        );
      })}
    </ul>
  );
}

function RunLine({ run: { end, language }, ms }: { run: PastRun; ms: number }) {
  const hasFinished = end?.reason === 'finished';
  const Sign = hasFinished ? Check : X;
  return (
    <span className={styles.run}>
      <Sign size={16} aria-hidden data-good={hasFinished} />
      <span>{end === null ? 'Running' : outcomeText(end, language)}</span>
      <span>{clockText(ms)}</span>
    </span>
  );
}

const outcomeText = (end: PastEnd, language: string) => endText({ end, runner: null }, languageOf(language).label);
