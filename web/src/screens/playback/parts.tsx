import { Suspense } from 'react';
import { isPreviewable } from '../../features/runs/preview/previewable.ts';
import type { CodePaneProps, MomentPreviewProps, PlayerParts } from '../../features/playback/player/player-parts.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { RecordedOutput } from './RecordedOutput.tsx';
import { RunHere } from './RunHere.tsx';
import { fileLanguage, languageLabel, runText } from './words.ts';

// Lazy, because it is editor code. The player shows before it, and reads the recording meanwhile.
const PlaybackCode = lazyPart(async () => (await import('./PlaybackCode.tsx')).PlaybackCode);

function CodePane(props: CodePaneProps) {
  return (
    <Suspense fallback={<pre>{props.text}</pre>}>
      <PlaybackCode {...props} />
    </Suspense>
  );
}

const MomentPreview = lazyPart(async () => (await import('./MomentPreview.tsx')).MomentPreview);

function PreviewAt(props: MomentPreviewProps) {
  return (
    <Suspense>
      <MomentPreview {...props} />
    </Suspense>
  );
}

const Markdown = lazyPart(async () => (await import('../../features/questions/markdown/Markdown.tsx')).Markdown);

function QuestionText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p>{text}</p>}>
      <Markdown text={text} level={4} />
    </Suspense>
  );
}

/** Starts loading the editor, while the recording is requested. */
export const preloadCode = () => void PlaybackCode.preload();

/** The parts of the player that other features provide. */
export const playerParts: PlayerParts = {
  CodePane,
  Output: RecordedOutput,
  RunHere,
  preview: { isOffered: isPreviewable, Pane: PreviewAt },
  QuestionText,
  languageLabel,
  fileLanguage,
  runText,
};
