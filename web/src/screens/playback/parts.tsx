import { Suspense } from 'react';
import type { PlaybackRun } from '@cip/contracts/playback';
import { languageOf } from '../../features/documents/editor/languages.ts';
import type { CodePaneProps, PlayerParts } from '../../features/playback/player/player-parts.ts';
import { endText } from '../../features/runs/panel/run-text.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { RecordedOutput } from './RecordedOutput.tsx';
import { RunHere } from './RunHere.tsx';

// Lazy: editor code. The player shows before it, and reads the recording meanwhile.
const PlaybackCode = lazyPart(async () => (await import('./PlaybackCode.tsx')).PlaybackCode);

function CodePane(props: CodePaneProps) {
  return (
    <Suspense fallback={<pre>{props.text}</pre>}>
      <PlaybackCode {...props} />
    </Suspense>
  );
}

/** Starts loading the editor, while the recording is requested. */
export const preloadCode = () => void PlaybackCode.preload();

const languageLabel = (language: string) => languageOf(language).label;

function runText({ end, runner, device, language }: PlaybackRun, names: readonly string[]): string {
  if (!end) return 'without an end';
  const by = runner === null ? null : { id: null, name: names[runner] ?? '', device: device ?? 'laptop' };
  return endText({ end, runner: by }, languageLabel(language));
}

/** What the player takes from other features. */
export const playerParts: PlayerParts = { CodePane, Output: RecordedOutput, RunHere, languageLabel, runText };
