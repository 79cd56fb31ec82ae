import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useCallback, useEffect } from 'react';
import { factsOf } from '../../features/playback/player/facts.ts';
import { PlayerScreen } from '../../features/playback/player/PlayerScreen.tsx';
import { useRecording } from '../../features/playback/player/useRecording.ts';
import { openStream } from '../../shared/api/download.ts';
import { ButtonLink } from '../../shared/ui/form/ButtonLink.tsx';
import { playerParts, preloadCode } from './parts.tsx';
import { PlaybackActions } from './PlaybackActions.tsx';
import { PlaybackProblem } from './PlaybackProblem.tsx';
import { PlaybackWait } from './PlaybackWait.tsx';
import styles from './playback.module.css';

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
  const loaded = useRecording(open);
  useEffect(preloadCode, []);
  const { recording, version, error } = loaded;
  if (!recording) return error === null ? <PlaybackWait /> : <PlaybackProblem error={error} query={loaded} />;
  const { head } = recording;
  return (
    <>
      <PlayerScreen
        recording={recording}
        version={version}
        parts={playerParts}
        page={{
          title: head.candidateName ?? 'Playback',
          facts: factsOf(head, playerParts.languageLabel),
          momentHref: (ms) => `#t=${Math.round(ms / 1_000)}`,
          back: (
            <ButtonLink to="/sessions" look="quiet" aria-label="Back to sessions" className={styles.back ?? ''}>
              <ArrowLeft size={20} aria-hidden />
            </ButtonLink>
          ),
          actions: <PlaybackActions interviewId={interviewId} recording={recording} />,
        }}
      />
      {error !== null && <PlaybackProblem error={error} query={loaded} isPartial />}
    </>
  );
}
