import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { momentAddress } from '../../features/playback/replay/moment-address.ts';
import { NO_EXTRAS, type Extras } from '../../features/playback/replay/recording.ts';
import { playerScorecardsQuery, type PlayerScorecards } from '../../features/playback/scorecards.queries.ts';
import { openStream } from '../../shared/api/download.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { PlaybackActions } from './PlaybackActions.tsx';
import { PlaybackProblem } from './PlaybackProblem.tsx';
import styles from './playback.module.css';
import { RecordingPage } from './RecordingPage.tsx';

const NOTHING: PlayerScorecards = { notes: [], scorecards: [] };

/** Plays an interview back to its company. */
export function PlaybackScreen({ interviewId }: { interviewId: string }) {
  const open = useCallback(
    (signal: AbortSignal) => (after: number | null) =>
      openStream('GET /interview-sessions/:id/playback', {
        params: { id: interviewId },
        ...(after !== null && { query: { after } }),
        signal,
      }),
    [interviewId],
  );
  const { data: { notes } = NOTHING } = useQuery(playerScorecardsQuery(interviewId));
  const [printed, setPrinted] = useState(NO_EXTRAS);
  const printWith = (extras: Extras) => {
    flushSync(() => setPrinted(extras));
    print();
  };
  return (
    <RecordingPage
      open={open}
      untitled="Playback"
      Problem={PlaybackProblem}
      around={(recording, reload) => ({
        momentHref: (ms) => `#${momentAddress(ms)}`,
        back: (
          <ButtonLink to="/sessions" look="quiet" aria-label="Back to sessions" className={styles.back ?? ''}>
            <ArrowLeft size={20} aria-hidden />
          </ButtonLink>
        ),
        notes,
        printed,
        actions: (player) => <PlaybackActions {...{ interviewId, recording, player, reload, printWith }} />,
      })}
    />
  );
}
