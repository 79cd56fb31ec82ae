import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../features/documents/editor/editor.css';
import { factsOf } from '../features/playback/player/facts.ts';
import type { PlayerParts } from '../features/playback/player/player-parts.ts';
import { PlayerScreen } from '../features/playback/player/PlayerScreen.tsx';
import { RecordedOutput } from '../screens/playback/RecordedOutput.tsx';
import { languageLabel, runText } from '../screens/playback/words.ts';
import '../shared/ui/theme/base.css';
import '../shared/ui/theme/tokens.css';
import { PlainCode } from './PlainCode.tsx';
import { readOwnRecording } from './read-own-recording.ts';

const SECOND_MS = 1_000;
const parts: PlayerParts = { CodePane: PlainCode, Output: RecordedOutput, languageLabel, runText };

function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => (document.documentElement.dataset['joyColorScheme'] = dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', apply);
  apply();
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const recording = await readOwnRecording();
  const { head } = recording;
  const page = {
    title: head.candidateName ?? 'Playback',
    facts: factsOf(head, languageLabel),
    momentHref: (ms: number) => `#t=${Math.round(ms / SECOND_MS)}`,
  };
  createRoot(root).render(
    <StrictMode>
      <PlayerScreen recording={recording} version={1} parts={parts} page={page} />
    </StrictMode>,
  );
}

followScheme();
void start();
