import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../features/documents/editor/editor.css';
import '../shared/ui/theme/base.css';
import '../shared/ui/theme/tokens.css';
import { FileGuard } from './FileGuard.tsx';
import { PlaybackFile } from './PlaybackFile.tsx';
import { readOwnRecording } from './read-own-recording.ts';

function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => (document.documentElement.dataset['joyColorScheme'] = dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', apply);
  apply();
}

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <FileGuard>
        <Suspense>
          <PlaybackFile recording={readOwnRecording()} />
        </Suspense>
      </FileGuard>
    </StrictMode>,
  );
}

followScheme();
start();
