import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { factsOf } from '../../features/playback/player/facts.ts';
import type { PlayerPage } from '../../features/playback/player/player-parts.ts';
import { PlayerScreen } from '../../features/playback/player/PlayerScreen.tsx';
import { useRecording, type LoadedRecording } from '../../features/playback/player/useRecording.ts';
import type { OpenRecording } from '../../features/playback/replay/read-recording.ts';
import type { Recording } from '../../features/playback/replay/recording.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { playerParts, preloadCode } from './parts.tsx';
import { PlaybackWait } from './PlaybackWait.tsx';
import styles from './playback.module.css';

/** The reason if a recording cannot be played, and the way to try again. */
export interface RecordingProblemProps {
  error: unknown;
  query: LoadedRecording;
}

interface RecordingPageProps {
  /** Requests the recording; must stay the same while the recording does. */
  open: (signal: AbortSignal) => OpenRecording;
  /** The title if the candidate has no name. */
  untitled: string;
  /** Returns the frame around the player. */
  around: (recording: Recording, reload: () => void) => Omit<PlayerPage, 'title' | 'facts'>;
  /** Shown in place of the recording if it does not open. */
  Problem: ComponentType<RecordingProblemProps>;
}

/** Loads a recording and plays it: the first part plays while the rest is on its way, or missing. */
export function RecordingPage({ open, untitled, around, Problem }: RecordingPageProps) {
  const loaded = useRecording(open);
  useEffect(preloadCode, []);
  const { recording, version, error, refetch } = loaded;
  if (!recording) return error === null ? <PlaybackWait /> : <Problem error={error} query={loaded} />;
  const { head } = recording;
  const page: PlayerPage = {
    title: head.candidateName ?? untitled,
    facts: factsOf(recording, playerParts.languageLabel),
    ...around(recording, () => void refetch()),
  };
  return (
    <>
      <PlayerScreen recording={recording} version={version} parts={playerParts} page={page} />
      {error !== null && (
        <div className={styles.partial}>
          <LoadFailed query={loaded}>The rest of the recording could not be loaded.</LoadFailed>
        </div>
      )}
    </>
  );
}
