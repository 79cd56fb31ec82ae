import { use } from 'react';
import { factsOf } from '../features/playback/player/facts.ts';
import type { PlayerParts } from '../features/playback/player/player-parts.ts';
import { PlayerScreen } from '../features/playback/player/PlayerScreen.tsx';
import { momentAddress } from '../features/playback/replay/moment-address.ts';
import type { Recording } from '../features/playback/replay/recording.ts';
import { RecordedOutput } from '../screens/playback/RecordedOutput.tsx';
import { fileLanguage, languageLabel, runText } from '../screens/playback/words.ts';
import { PlainCode } from './PlainCode.tsx';

const parts: PlayerParts = { CodePane: PlainCode, Output: RecordedOutput, languageLabel, fileLanguage, runText };

/** Plays the recording of a file. */
export function PlaybackFile({ recording: reading }: { recording: Promise<Recording> }) {
  const recording = use(reading);
  const { head } = recording;
  const page = {
    title: head.candidateName ?? 'Playback',
    facts: factsOf(recording, languageLabel),
    momentHref: (ms: number) => `#${momentAddress(ms)}`,
  };
  return <PlayerScreen recording={recording} version={1} parts={parts} page={page} />;
}
